"""The messages of ASC002, by what is rejected: what pyasc does not take, and what to write instead."""

from __future__ import annotations

from pyasc_lint.rules._rule import Text

EXPRESSIONS = {
    "comprehension": Text(
        "a comprehension; fill a list with append() in an asc.static_range loop",
        "推导式；请在 asc.static_range 循环中用 append() 填充列表",
    ),
    "generator": Text("a generator expression; write the loop out", "生成器表达式；请展开写成循环"),
    "lambda": Text("a lambda; write an @asc.jit function at module level", "lambda；请在模块级编写 @asc.jit 函数"),
    "walrus": Text("an assignment expression (:=); assign in a line of its own", "赋值表达式（:=）；请单独写一行赋值"),
    "await": Text("await; kernels are not asynchronous", "await；kernel 中没有异步语义"),
    "yield": Text("yield; write the loop out", "yield；请展开写成循环"),
    "set-literal": Text("a set; use a list or tuple", "集合字面量；请使用列表或元组"),
    "dict-literal": Text("a dict literal; define the dict at module level", "字典字面量；请在模块级定义该字典"),
    "expression": Text("the expression {text}; write it another way", "表达式 {text}；请换一种写法"),
    "starred": Text("a starred expression; write the elements out", "星号表达式；请逐个写出元素"),
    "keyword-expansion": Text("a ** argument; write the keywords out", "** 参数；请逐个写出关键字参数"),
    "comparison-chain": Text("a chained comparison; write (a < b) and (b < c)", "链式比较；请写成 (a < b) and (b < c)"),
    "boolop-chain": Text(
        "{op} with more than two operands; group pairs: (a {op} b) {op} c",
        "{op} 的操作数多于两个；请两两加括号：(a {op} b) {op} c",
    ),
    "membership": Text(
        "the operator {op}; compare with each element: (n == 1) or (n == 2)",
        "运算符 {op}；请逐个比较：(n == 1) or (n == 2)",
    ),
    "matmul": Text("the operator @; call asc.mmad()", "运算符 @；请调用 asc.mmad()"),
    "power": Text(
        "** on a run-time value; multiply, or shift for powers of two", "对运行时的值使用 **；请改用乘法或移位"
    ),
    "invert": Text("~ on a run-time value; write x ^ -1", "对运行时的值使用 ~；请写成 x ^ -1"),
    "tensor-operator": Text(
        "the operator {op} on a tensor; call the asc function that does it, such as asc.add(dst, a, b, count)",
        "对张量使用运算符 {op}；请调用相应的 asc 函数，例如 asc.add(dst, a, b, count)",
    ),
    "address-operator": Text(
        "the operator {op} with a GlobalAddress here; only address + offset works, in this order",
        "此处对 GlobalAddress 使用运算符 {op}；只支持 address + offset，且顺序不能颠倒",
    ),
    "float-operator": Text(
        "{op} on a run-time {dtype}; cast it to an integer dtype first, x.cast(asc.int32)",
        "对运行时的 {dtype} 使用 {op}；请先转换为整数类型 x.cast(asc.int32)",
    ),
    "operand-kind": Text(
        "{operand} beside {other} under {op}; use a number", "在 {op} 中把{operand}与{other}一起运算；请使用数值"
    ),
    "operand-types": Text(
        "{op} between {left} and {right}; Python has no such operation",
        "{left}与{right}之间的 {op}；Python 没有这种运算",
    ),
    "unary-operand": Text("{op} on {operand}; use a number", "对{operand}使用 {op}；请使用数值"),
    "python-not": Text(
        "not on {operand}; it works on run-time values only: turn the comparison round, or write x == False",
        "对{operand}使用 not；not 只能用于运行时的值：请改写比较，或写成 x == False",
    ),
    "python-junction": Text(
        "{op} between two trace-time values; nest two ifs, or use & and | on bools",
        "两个编译期的值之间使用 {op}；请嵌套两个 if，或对 bool 使用 & 与 |",
    ),
    "int-float-comparison": Text(
        "an int compared with a float behind it; put the float first, or compare two of a kind",
        "int 在前、float 在后的比较；请把 float 写在前面，或比较同类的值",
    ),
    "none-comparison": Text("a comparison of None with {op}; use is None", "用 {op} 与 None 比较；请使用 is None"),
    "comparison-types": Text(
        "a comparison of {left} with {right}; compare like with like", "{left}与{right}的比较；请比较同类的值"
    ),
    "float-condition": Text(
        "a run-time {dtype} as a condition; compare it: x != 0.0", "以运行时的 {dtype} 作条件；请写出比较：x != 0.0"
    ),
    "condition-kind": Text("{operand} as a condition; compare it explicitly", "以{operand}作条件；请显式写出比较"),
    "choice-kind": Text(
        "{operand} in a conditional expression; both values must be numbers: use if and else",
        "条件表达式中的{operand}；两个值都必须是数值：请使用 if 与 else 语句",
    ),
    "choice-types": Text(
        "a conditional expression of {left} and {right}; make both the same dtype",
        "条件表达式的两个值分别为 {left} 和 {right}；请统一数据类型",
    ),
    "tensor-slice": Text(
        "a tensor slice with an end or a step; write t[start:] and pass the count",
        "带终点或步长的张量切片；请写 t[start:] 并另传 count",
    ),
    "tensor-slice-all": Text("t[:]; use the tensor itself", "t[:]；请直接使用该张量"),
    "float-index": Text("a float as the index of a tensor; use an int", "以浮点数作张量下标；请使用整数"),
    "tensor-index": Text("{operand} as the index of a tensor; use an int", "以{operand}作张量下标；请使用整数"),
    "array-index": Text("this index of an asc.array; use one int", "asc.array 的这种下标；请使用一个整数"),
    "no-subscript": Text("an index on {operand}; it has no elements", "对{operand}取下标；它没有元素"),
    "run-time-index": Text(
        "a run-time index into a Python list or tuple; unroll with asc.static_range, or use an asc.array",
        "用运行时的值索引 Python 列表或元组；请用 asc.static_range 展开，或使用 asc.array",
    ),
    "index-kind": Text("{index} as the index of {operand}; use an int", "以{index}作{operand}的下标；请使用整数"),
    "format-spec": Text(
        "a format specification for {operand}; print it with asc.printf and %d or %f",
        "对{operand}使用格式说明；请用 asc.printf 的 %d 或 %f 打印",
    ),
    "raises": Text("this while tracing: {error}", "此处在追踪时失败：{error}"),
}

NAMES = {
    "scoped-name": Text(
        "'{name}' here: it was first bound in a branch or loop that has ended; bind it before that block",
        "此处的 '{name}'：它首次绑定于已结束的分支或循环；请在该块之前先绑定",
    ),
    "closure": Text(
        "'{name}' of the enclosing function; make it a module constant or a ConstExpr parameter",
        "外层函数的 '{name}'；请改为模块常量或 ConstExpr 参数",
    ),
    "held-helper": Text(
        "'{name}', a list or dict of the module with an @asc.jit function in it; name the function itself",
        "'{name}'：模块中包含 @asc.jit 函数的列表或字典；请直接写出函数名",
    ),
    "undefined-name": Text("'{name}': it is not defined{hint}", "'{name}'：未定义{hint}"),
    "builtin": Text(
        "the builtin {name}: a kernel has only len, int, float, str, list, tuple, dict, range, isinstance, issubclass, "
        "type and repr",
        "内建函数 {name}：kernel 中只有 len、int、float、str、list、tuple、dict、range、isinstance、issubclass、"
        "type 与 repr",
    ),
    "builtin-operand": Text(
        "{name}() of {operand}; use x.cast(dtype) on run-time values, and keep sizes in Python variables",
        "对{operand}使用 {name}()；运行时的值请用 x.cast(dtype)，大小请保存在 Python 变量中",
    ),
    "plain-function": Text(
        "the plain function {name}; decorate it with @asc.jit, or compute the value at module level",
        "普通函数 {name}；请加上 @asc.jit，或在模块级先算好该值",
    ),
    "global-method": Text(
        "the method {name} of a module-level object; call it at module level and use the result",
        "模块级对象的方法 {name}；请在模块级调用并使用其结果",
    ),
    "no-attribute": Text(
        "attribute '{name}' of {operand}: there is none{hint}", "{operand}的属性 '{name}'：不存在{hint}"
    ),
    "not-callable": Text("a call of {operand}: it cannot be called", "调用{operand}：它不可调用"),
    "recursion": Text("recursion: '{name}' calls itself; write a loop", "递归：'{name}' 调用自身；请改写为循环"),
    "same-name": Text(
        "a helper called '{name}' inside another function of that name; rename one of them",
        "在同名函数内调用辅助函数 '{name}'；请为其中之一改名",
    ),
}

STATEMENTS = {
    "multiple-targets": Text(
        "an assignment to several targets; write one assignment a line", "多目标赋值；请每行只写一个赋值"
    ),
    "assignment-target": Text(
        "the assignment target {text}; use a name or a tuple of names", "赋值目标 {text}；请使用名称或名称元组"
    ),
    "augmented-attribute": Text(
        "an augmented assignment to an attribute; write a.x = a.x + 1", "对属性的增量赋值；请写成 a.x = a.x + 1"
    ),
    "unpacking-count": Text(
        "{values} values unpacked into {names} names; match the counts",
        "把 {values} 个值解包到 {names} 个名称；请使数量一致",
    ),
    "unpacking-single": Text(
        "{operand} unpacked into several names; it has no parts", "把{operand}解包到多个名称；它不可拆分"
    ),
    "tensor-item": Text(
        "an assignment to a tensor element; call t.set_value(index, value)",
        "对张量元素赋值；请调用 t.set_value(index, value)",
    ),
    "no-item-assignment": Text(
        "an assignment to an element of {operand}; use a list or an asc.array",
        "对{operand}的元素赋值；请使用列表或 asc.array",
    ),
    "type-change": Text(
        "'{name}' changing from {old} to {new} in a branch or loop; use another name, or keep its type (a number: "
        "start from asc.number(value, dtype))",
        "'{name}' 在分支或循环中由{old}变为{new}；请另用名称，或保持类型（数值：以 asc.number(value, dtype) 为初值）",
    ),
    "rebound-object": Text(
        "'{name}', {operand}, bound again in a branch or loop; use another name, or choose with a trace-time if",
        "'{name}'（{operand}）在分支或循环中被重新绑定；请另用名称，或用编译期 if 选择",
    ),
    "nested-function": Text(
        "a nested function ('{name}'); move it to module level and decorate it with @asc.jit",
        "嵌套函数（'{name}'）；请移到模块级并加上 @asc.jit",
    ),
    "class-definition": Text("a class definition; move it to module level", "类定义；请移到模块级"),
    "import": Text("an import; move it to module level", "import；请移到模块级"),
    "global": Text("global or nonlocal; return the value instead", "global 或 nonlocal；请改为返回该值"),
    "del": Text("del; leave the name alone", "del；请直接删除该语句"),
    "raise": Text(
        "raise; check in host code, or with asc.static_assert", "raise；请在 host 代码中检查，或使用 asc.static_assert"
    ),
    "try": Text("try; check in host code", "try；请在 host 代码中检查"),
    "match": Text("match; write if and elif", "match；请写 if 与 elif"),
    "async": Text("async code; write a plain function", "异步代码；请写普通函数"),
    "statement": Text("the statement {text}; write it another way", "语句 {text}；请换一种写法"),
    "break": Text(
        "break; guard the rest of the body with an if, or shorten the range",
        "break；请用 if 包住循环体其余部分，或缩短 range",
    ),
    "continue": Text("continue; put the rest of the body under an if", "continue；请把循环体其余部分放进 if"),
    "loop-else": Text("else after a loop; put its body behind the loop", "循环后的 else；请把其内容写在循环之后"),
    "loop-target": Text("the loop target {text}; use one name", "循环目标 {text}；请只用一个名称"),
    "loop-iterable": Text(
        "a loop over {text}; call range(), asc.range() or asc.static_range() in the for line",
        "对 {text} 的循环；请在 for 行中直接调用 range()、asc.range() 或 asc.static_range()",
    ),
    "loop-bound": Text("{operand} as a bound of range(); use an int", "以{operand}作 range() 的边界；请使用整数"),
    "static-bound": Text(
        "{operand} as a bound of asc.static_range(); it needs a trace-time int: a constant or a ConstExpr[int] "
        "parameter",
        "以{operand}作 asc.static_range() 的边界；它需要编译期整数：常量或 ConstExpr[int] 参数",
    ),
    "range-keywords": Text(
        "keywords of range(); pass the bounds by position", "range() 的关键字参数；请按位置传入边界"
    ),
    "range-arguments": Text(
        "range() with {count} arguments; it takes one to three", "带 {count} 个参数的 range()；应为一到三个"
    ),
    "return-in-block": Text(
        "return inside a run-time if or loop; put what follows under the opposite if",
        "运行时 if 或循环内的 return；请把后续语句放进相反条件的 if",
    ),
    "kernel-returns": Text(
        "a kernel that returns a value; write it to global memory", "kernel 返回值；请写入 global memory"
    ),
    "returned-object": Text(
        "a helper that returns {operand}; return tensors and numbers only", "辅助函数返回{operand}；只能返回张量与数值"
    ),
    "assert-run-time": Text(
        "assert on a run-time value; check it in host code", "对运行时的值使用 assert；请在 host 代码中检查"
    ),
    "assert-not-bool": Text("an assertion on {operand}; write a comparison", "对{operand}断言；请写出比较"),
    "false-assertion": Text("this kernel: the assertion is false", "该 kernel：断言不成立"),
    "with-items": Text("with and several items; nest them", "with 带多个对象；请嵌套书写"),
    "with-object": Text("with on {operand}; it is no context manager", "对{operand}使用 with；它不是上下文管理器"),
}

SIGNATURES = {
    "option-name": Text(
        "the parameter name '{name}': it is an option of asc.jit; rename it",
        "参数名 '{name}'：它是 asc.jit 的选项；请改名",
    ),
    "star-parameter": Text("the parameter *{name}; name each parameter", "参数 *{name}；请逐个写出参数"),
    "annotation": Text(
        "the annotation {text}: it must be a class, such as int, asc.GlobalAddress or asc.ConstExpr[int]",
        "注解 {text}：必须是类，例如 int、asc.GlobalAddress 或 asc.ConstExpr[int]",
    ),
}
