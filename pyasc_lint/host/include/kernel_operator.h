// A model of the Ascend C functions that pyasc-lint emits, for the CPU: it computes what the documents say they compute,
// and checks what a device does not. Written from the documented behaviour for architecture 2201.
//
// Not modelled: timing, caches, the precision of transcendental functions, overflow of integer arithmetic (which wraps
// here), and races between cores, which run one after the other.
//
// `ascend_host/api` is what kernels call, `ascend_host/model` what it does. With ASCEND_HOST_APART the model is compiled
// once, on its own, from a file that includes `ascend_host/model/model.h`.
#pragma once

#define __global__
#define __aicore__
#define __gm__
#define GM_ADDR uint8_t*
#define KERNEL_TASK_TYPE_DEFAULT(type) ascend_host::SetKernelType(AscendC::type)

#include "ascend_host/api/compare.h"
#include "ascend_host/api/copy.h"
#include "ascend_host/api/cube.h"
#include "ascend_host/api/layout.h"
#include "ascend_host/api/reduce.h"
#include "ascend_host/api/rest.h"
#include "ascend_host/api/scalar.h"
#include "ascend_host/api/system.h"
#include "ascend_host/api/vector.h"
#include "ascend_host/launch.h"

#ifndef ASCEND_HOST_APART
#include "ascend_host/model/model.h"
#endif
