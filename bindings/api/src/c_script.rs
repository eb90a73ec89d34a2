//! Writes how the conformance runner in C reads arguments, makes calls, and logs results.

use std::fmt::Write;

use crate::spell::{WRITTEN, c_type, code_name, count_name, has_size, receiver};
use crate::table::{Call, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/c/conformance/calls.h`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("/* {WRITTEN}\n   Included by runner.c alone, after its helpers. */\n");
    for entry in &table.enums {
        let words: Vec<String> = entry.values.iter().map(|(word, _)| format!("{word:?}")).collect();
        let _ = writeln!(
            out,
            "static const char* const {}_names[] = {{{}, NULL}};",
            entry.name,
            words.join(", ")
        );
    }
    for name in pending(table) {
        let _ = writeln!(
            out,
            "static cairn_{name} pending_{name}[MAX_PENDING];\nstatic uint32_t pending_{name}_count, pending_{name}_taken;"
        );
    }
    out.push_str("\nstatic void pending_clear(void) {\n");
    for name in pending(table) {
        let _ = writeln!(out, "    pending_{name}_count = pending_{name}_taken = 0;");
    }
    out.push_str("}\n");
    for entry in &table.structs {
        if entry.role != Role::Out {
            setter(&mut out, entry);
        }
        if entry.role != Role::In {
            logger(&mut out, entry);
        }
    }
    out.push_str("\nstatic void run_push(runner* r, const char* name) {\n");
    for name in pending(table) {
        let _ = writeln!(
            out,
            "    if (!strcmp(name, {name:?})) {{\n        if (pending_{name}_count == MAX_PENDING) fail(r, \"too many pushed\");\n        cairn_{name} value = read_{name}(r);\n        pending_{name}[pending_{name}_count++] = value;\n        return;\n    }}"
        );
    }
    out.push_str(
        "    fail(r, \"nothing to push\");\n}\n\nstatic int run_call(runner* r, const char* name) {\n",
    );
    for call in table.bound() {
        branch(&mut out, call);
    }
    out.push_str("    return 0;\n}\n");
    out
}

/// Names of the structs that lists hold.
pub(crate) fn pending(table: &Table) -> Vec<&str> {
    let fields = table.structs.iter().flat_map(|entry| entry.fields.iter().map(|field| &field.kind));
    let arguments = table.bound().flat_map(|call| call.arguments.iter().map(|argument| &argument.kind));
    let mut names: Vec<&str> = fields
        .chain(arguments)
        .filter_map(|kind| match kind {
            Type::List(inner) => match inner.as_ref() {
                Type::Struct(name) => Some(name.as_str()),
                _ => None,
            },
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn setter(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "\nstatic inline void set_{name}(runner* r, cairn_{name}* v, const char* key, const char* value) {{"
    );
    for field in &entry.fields {
        let word = &field.name;
        let action = match &field.kind {
            Type::F32 => format!("v->{word} = to_f32(r, value);"),
            Type::F64 => format!("v->{word} = to_f64(r, value);"),
            Type::U32 => format!("v->{word} = (uint32_t)to_u64(r, value);"),
            Type::I32 => format!("v->{word} = to_i32(r, value);"),
            Type::U64 => format!("v->{word} = to_u64(r, value);"),
            Type::Bool => format!("v->{word} = to_bool(r, value);"),
            Type::Vec2 => format!("to_vec2(r, value, &v->{word}.x, &v->{word}.y);"),
            Type::DVec2 => format!("to_dvec2(r, value, &v->{word}.x, &v->{word}.y);"),
            Type::Id(_) => format!("v->{word}.bits = to_id(r, value);"),
            Type::Enum(of) => format!("v->{word} = to_choice(r, value, {of}_names);"),
            Type::Struct(of) => {
                let length = word.len() + 1;
                let _ = writeln!(
                    out,
                    "    if (!strncmp(key, \"{word}.\", {length})) {{\n        set_{of}(r, &v->{word}, key + {length}, value);\n        return;\n    }}"
                );
                continue;
            }
            Type::List(inner) if **inner == Type::Vec2 => {
                format!("v->{word} = to_points(r, value, &v->{});", count_name(word))
            }
            Type::List(_) | Type::Rot | Type::Pose => continue,
        };
        let _ =
            writeln!(out, "    if (!strcmp(key, {word:?})) {{\n        {action}\n        return;\n    }}");
    }
    let _ = writeln!(out, "    (void)v;\n    (void)value;\n    fail(r, key);\n}}");
    let _ = writeln!(
        out,
        "\nstatic inline cairn_{name} read_{name}(runner* r) {{\n    cairn_{name} v = cairn_{name}_default();"
    );
    let _ = writeln!(
        out,
        "    const char *key, *value;\n    while (next_field(r, &key, &value)) set_{name}(r, &v, key, value);"
    );
    for field in &entry.fields {
        if let Type::List(inner) = &field.kind
            && let Type::Struct(of) = inner.as_ref()
        {
            let count = count_name(&field.name);
            let _ = writeln!(
                out,
                "    v.{} = pending_{of} + pending_{of}_taken;\n    v.{count} = pending_{of}_count - pending_{of}_taken;\n    pending_{of}_taken = pending_{of}_count;",
                field.name
            );
        }
    }
    let _ = has_size(entry);
    out.push_str("    return v;\n}\n");
}

fn logger(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(out, "\nstatic inline void log_{name}(runner* r, const cairn_{name}* v) {{");
    for field in &entry.fields {
        if let Type::List(_) = field.kind {
            continue;
        }
        let _ = writeln!(out, "    {}", logged(&field.kind, &format!("v->{}", field.name)));
    }
    out.push_str("}\n");
}

fn logged(kind: &Type, value: &str) -> String {
    match kind {
        Type::F32 => format!("log_f32(r, {value});"),
        Type::F64 => format!("log_f64(r, {value});"),
        Type::U32 | Type::Enum(_) => format!("log_u32(r, {value});"),
        Type::I32 => format!("log_u32(r, (uint32_t){value});"),
        Type::U64 => format!("log_u64(r, {value});"),
        Type::Bool => format!("log_bool(r, {value});"),
        Type::Vec2 => format!("log_f32(r, {value}.x), log_f32(r, {value}.y);"),
        Type::DVec2 => format!("log_f64(r, {value}.x), log_f64(r, {value}.y);"),
        Type::Rot => format!("log_f32(r, {value}.c), log_f32(r, {value}.s);"),
        Type::Pose => format!("log_pose(r, {value});"),
        Type::Id(_) => format!("log_u64(r, {value}.bits);"),
        Type::Struct(of) => format!("log_{of}(r, &{value});"),
        Type::List(_) => String::new(),
    }
}

fn branch(out: &mut String, call: &Call) {
    let _ = writeln!(out, "    if (!strcmp(name, \"{}.{}\")) {{", call.owner, call.name);
    let mut arguments = vec!["r->world".to_owned()];
    if let Some(id) = receiver(call) {
        let _ = writeln!(out, "        cairn_{id}_id self = {{next_id(r)}};");
        arguments.push("self".to_owned());
    }
    for argument in &call.arguments {
        let name = &argument.name;
        let (read, passed) = match &argument.kind {
            Type::F32 => (format!("float {name} = to_f32(r, next(r));"), name.clone()),
            Type::F64 => (format!("double {name} = to_f64(r, next(r));"), name.clone()),
            Type::U32 => (format!("uint32_t {name} = (uint32_t)to_u64(r, next(r));"), name.clone()),
            Type::I32 => (format!("int32_t {name} = to_i32(r, next(r));"), name.clone()),
            Type::U64 => (format!("uint64_t {name} = to_u64(r, next(r));"), name.clone()),
            Type::Bool => (format!("bool {name} = to_bool(r, next(r));"), name.clone()),
            Type::Vec2 => (
                format!("float {name}_x, {name}_y;\n        to_vec2(r, next(r), &{name}_x, &{name}_y);"),
                format!("{name}_x, {name}_y"),
            ),
            Type::DVec2 => (
                format!("double {name}_x, {name}_y;\n        to_dvec2(r, next(r), &{name}_x, &{name}_y);"),
                format!("{name}_x, {name}_y"),
            ),
            Type::Pose | Type::Rot => (
                format!("float {name}[3];\n        to_place(r, next(r), {name});"),
                format!("{name}[0], {name}[1], {name}[2]"),
            ),
            Type::Id(of) => (format!("cairn_{of} {name} = {{next_id(r)}};"), name.clone()),
            Type::Enum(of) => {
                (format!("cairn_{of} {name} = to_choice(r, next(r), {of}_names);"), name.clone())
            }
            Type::Struct(of) if of == "query_filter" => (
                format!(
                    "cairn_query_filter {name};\n        bool has_{name} = !skip_null(r);\n        if (has_{name}) {name} = read_query_filter(r);"
                ),
                format!("has_{name} ? &{name} : NULL"),
            ),
            Type::Struct(of) => (format!("cairn_{of} {name} = read_{of}(r);"), format!("&{name}")),
            Type::List(inner) => {
                let of = match inner.as_ref() {
                    Type::Struct(of) => of.as_str(),
                    _ => "none",
                };
                (String::new(), format!("pending_{of}, pending_{of}_count"))
            }
        };
        if !read.is_empty() {
            let _ = writeln!(out, "        {read}");
        }
        arguments.push(passed);
    }
    let (code, arguments) = (code_name(call), arguments.join(", "));
    let _ = match &call.outcome {
        Outcome::Nothing => writeln!(out, "        log_code(r, {code}({arguments}));"),
        Outcome::One(kind) | Outcome::Maybe(kind) => {
            let keep = if let Type::Id(_) = kind { "r->kept = out.bits;\n            " } else { "" };
            writeln!(
                out,
                "        {} out;\n        memset(&out, 0, sizeof out);\n        if (log_code(r, {code}({arguments}, &out))) {{\n            {keep}{}\n        }}",
                c_type(kind),
                logged(kind, "out")
            )
        }
        Outcome::List(kind) => {
            let keep = if let Type::Id(_) = kind {
                "if (n == 0) r->kept = list[n].bits;\n                "
            } else {
                ""
            };
            let kind_name = c_type(kind);
            writeln!(
                out,
                "        uint32_t count = 0;\n        cairn_result code = {code}({arguments}, NULL, 0, &count);\n        {kind_name}* list = calloc(count + 1, sizeof *list);\n        if (code == CAIRN_OK) code = {code}({arguments}, list, count, &count);\n        if (log_code(r, code)) {{\n            log_u32(r, count);\n            for (uint32_t n = 0; n < count; n++) {{\n                {keep}{}\n            }}\n        }}\n        free(list);",
                logged(kind, "list[n]")
            )
        }
        Outcome::View(kind) => {
            writeln!(
                out,
                "        uint32_t count = 0;\n        const {}* list = {code}({arguments}, &count);\n        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {{\n            log_u32(r, count);\n            for (uint32_t n = 0; n < count; n++) {{\n                {}\n            }}\n        }}",
                c_type(kind),
                logged(kind, "list[n]")
            )
        }
    };
    out.push_str("        return 1;\n    }\n");
}
