// All of the model.
#pragma once

#include "checks.h"
#include "compare.h"
#include "control.h"
#include "copies.h"
#include "cores.h"
#include "elementwise.h"
#include "formats.h"
#include "gather.h"
#include "layout.h"
#include "loads.h"
#include "products.h"
#include "reduce.h"
