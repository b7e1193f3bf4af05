// A model of the Ascend C functions that pyasc-lint emits, for the CPU: it computes what the documents say they compute,
// and checks what a device does not. Written from the documented behaviour for architecture 2201.
//
// Not modelled: timing, caches, the precision of transcendental functions, overflow of integer arithmetic (which wraps
// here), and races between cores, which run one after the other.
#pragma once

#include <cstdint>
#include <cstring>

#define __global__
#define __aicore__
#define __gm__
#define GM_ADDR uint8_t*
#define KERNEL_TASK_TYPE_DEFAULT(type) ascend_host::SetKernelType(AscendC::type)

#include "ascend_host/copy.h"
#include "ascend_host/half.h"
#include "ascend_host/launch.h"
#include "ascend_host/sync.h"
#include "ascend_host/vector.h"
