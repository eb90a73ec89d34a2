"""Runs conformance scripts through the classes of the package; prints one line per script.

The format is that of bindings/conformance/README.md. Types of arguments and results come from the table of
the API, `bindings/api/cairn2d.api`.
"""

import re
import struct
import sys
from pathlib import Path

import numpy

import cairn2d

TABLE = Path(__file__).resolve().parents[2] / "api" / "cairn2d.api"
MASK = (1 << 64) - 1


class Table:
    """Enums, structs and calls of the API."""

    def __init__(self, text):
        self.enums, self.structs, self.calls = {}, {}, {}
        fields = None
        for line in text.splitlines():
            if not line.startswith("  "):
                fields = None
            if line.startswith("enum "):
                head, values = line[5:].split(": ")
                self.enums[head.split()[0]] = [value.split("=")[0] for value in values.split()]
            elif line.startswith("struct "):
                fields = self.structs[line.split()[1]] = {}
            elif match := re.match(r"(get|query|change) (\w+)\.(\w+)\((.*?)\)(.*)", line):
                kind, owner, name, arguments, result = match.groups()
                types = [argument.split(": ")[1].split(" [")[0] for argument in arguments.split(", ") if argument]
                result = result.strip().removesuffix("!").strip().removeprefix("-> ")
                self.calls[f"{owner}.{name}"] = (kind, types, re.sub(r" \[[^\]]*\]$", "", result))
            elif line.startswith("  ") and fields is not None:
                left = line.strip().split("  ")[0].split(" <- ")[0].split(" = ")[0]
                name, type_ = left.split(": ")
                fields[name] = re.sub(r" \[[^\]]*\]$", "", type_)


table = Table(TABLE.read_text())
SCALARS = {"f32": "<f", "f64": "<d", "u32": "<I", "i32": "<i", "u64": "<Q", "bool": "<B"}
CODES = {"null": -1, "value": -2, "stale": -3, "shape": -4, "kind": -5, "definition": -6, "snapshot": -7, "poisoned": -8, "record": -10}


class Runner:
    def __init__(self):
        self.world, self.saved = cairn2d.World(), cairn2d.Saved()
        self.snapshot, self.delta = b"", b""
        self.log, self.calls, self.kept = 0xCBF29CE484222325, 0, 0
        self.names, self.pending, self.recorder = {}, {}, None

    def write(self, data):
        log = self.log
        for byte in data:
            log = ((log ^ byte) * 0x100000001B3) & MASK
        self.log = log

    # Values of tokens.

    def value(self, kind, text):
        if kind in ("f32", "f64"):
            value = float(text)
            return value if kind == "f64" else float(numpy.float32(text))
        if kind == "bool":
            return text == "true"
        if kind in SCALARS:
            return int(text, 16 if text.startswith("0x") else 10)
        if kind in ("vec2", "dvec2"):
            return tuple(self.value("f64" if kind == "dvec2" else "f32", part) for part in text.split(","))
        if kind == "pose":
            x, y, angle = (self.value("f32", part) for part in text.split(","))
            return ((x, y), angle)
        if kind.endswith("_id"):
            return 0 if text == "null" else int(text, 16) if text.startswith("0x") else self.names[text]
        if kind in table.enums:
            return text if text in table.enums[kind] else int(text)
        if kind == "[vec2]":
            floats = [self.value("f32", part) for part in text.split(",")]
            return list(zip(floats[::2], floats[1::2]))
        raise ValueError(kind)

    def structure(self, kind, tokens):
        if tokens[0] == "null":
            tokens.pop(0)
            return None
        assert tokens.pop(0) == "{", tokens
        value = {}
        while (token := tokens.pop(0)) != "}":
            key, text = token.split("=", 1)
            inner, fields = value, table.structs[kind]
            *path, last = key.split(".")
            for part in path:
                inner, fields = inner.setdefault(part, {}), table.structs[fields[part]]
            inner[last] = self.value(fields[last], text)
        for name, type_ in table.structs[kind].items():
            if type_.startswith("[") and type_ != "[vec2]":
                value[name] = self.pending.pop(type_[1:-1], [])
        return value

    # The log of results.

    def note(self, kind, value):
        if kind in SCALARS:
            self.write(struct.pack(SCALARS[kind], value))
        elif kind in ("vec2", "rot"):
            self.write(struct.pack("<ff", *value))
        elif kind == "dvec2":
            self.write(struct.pack("<dd", *value))
        elif kind == "pose":
            self.write(struct.pack("<ffff", *value[0], *value[1]))
        elif kind.endswith("_id"):
            self.write(struct.pack("<Q", value.id if value is not None else 0))
        elif kind in table.enums:
            self.write(struct.pack("<I", table.enums[kind].index(value)))
        else:
            types = [type_ for type_ in table.structs[kind].values() if not type_.startswith("[")]
            assert len(types) == len(value), kind
            for type_, part in zip(types, value):
                self.note(type_, part)

    def code(self, code):
        self.write(struct.pack("<i", code))

    def attempt(self, work):
        """The value of a call, and whether it succeeded; the error is logged."""
        try:
            return work(), True
        except cairn2d.Error as error:
            text, kind = error.args
            self.code(CODES.get(kind, -11))
            self.write(text.encode())
            return None, False

    def result(self, kind, work):
        value, done = self.attempt(work)
        if not done:
            return
        if kind.startswith(("[", "&[")):
            inner = kind.strip("&[]")
            self.code(0)
            self.write(struct.pack("<I", len(value)))
            for item in value:
                self.note(inner, item)
            if inner.endswith("_id") and value:
                self.kept = value[0].id
        elif kind.startswith("?"):
            self.code(1 if value is None else 0)
            if value is not None:
                self.note(kind[1:], value)
        else:
            self.code(0)
            if kind:
                self.note(kind, value)
                if kind.endswith("_id"):
                    self.kept = value.id

    # Calls.

    def table_call(self, name, tokens):
        kind, types, result = table.calls[name]
        owner, method = name.split(".")
        target = self.world
        if owner not in ("World", "Events"):
            handle = getattr(cairn2d, owner)
            target = handle(self.world._world, self.value("x_id", tokens.pop(0)))
        if owner == "Events":
            method = method.rstrip("s") + "_events"
        arguments, named = [], {}
        for type_ in types:
            if type_ in table.structs:
                value = self.structure(type_, tokens)
                if method in DEFINED and type_ == types[-1]:
                    named = value
                    continue
            elif type_.startswith("["):
                value = self.pending.pop(type_[1:-1], [])
            else:
                value = self.value(type_, tokens.pop(0))
            arguments.append(value)
        attribute = method.removeprefix("set_")
        settable = isinstance(getattr(type(target), attribute, None), property) and method.startswith("set_")
        if kind == "get" and not types:
            work = lambda: getattr(target, method)
        elif settable and getattr(type(target), attribute).fset:
            work = lambda: setattr(target, attribute, arguments[0])
        else:
            work = lambda: getattr(target, method)(*arguments, **named)
        self.result(result, work)

    def data(self, data):
        self.code(0)
        self.write(struct.pack("<Q", len(data)))
        self.write(data)

    def replace(self, work):
        world, done = self.attempt(work)
        if done:
            self.code(0)
            self.world = world

    def bulk(self, write):
        ids = self.world.body_ids()
        poses, velocities = self.world.read_poses(ids), self.world.read_velocities(ids)
        for rows in (poses, velocities):
            self.code(0)
            self.write(rows.astype("<f4").tobytes())
        if write:
            self.result("", lambda: self.world.write_velocities(ids, velocities))

    def drawing(self):
        drawn = self.world.debug_draw()
        self.code(0)
        self.write(struct.pack("<II", len(drawn), sum(len(item.points) for item in drawn)))
        first = 0
        for item in drawn:
            kind = table.enums["primitive_type"].index(item.kind)
            self.write(struct.pack("<IIIIf", kind, item.color, first, len(item.points), item.radius))
            first += len(item.points)
        for item in drawn:
            for point in item.points:
                self.write(struct.pack("<ff", *point))

    def missing(self):
        self.code(-1)
        self.write(b"recorder is a null pointer")

    def finish(self):
        """Ends the recording and plays it: to the middle, then to its end."""
        if not self.recorder:
            return self.missing()
        self.recorder._world = self.world
        file, done = self.attempt(self.recorder.finish)
        self.recorder = None
        if not done:
            return
        self.data(file)
        player, done = self.attempt(lambda: cairn2d.Player(file))
        if not done:
            return
        self.code(0)
        self.result("", lambda: player.seek(player.steps // 2))
        self.write(struct.pack("<Q", player.world.hash))
        going = True
        while going:
            going, done = self.attempt(player.step)
        if done:
            self.code(1)
        self.write(struct.pack("<QQ", player.step_index, player.world.hash))

    def call(self, name, tokens):
        world = self.world
        match name:
            case "World.new":
                config = self.structure("world_config", tokens)
                self.replace(lambda: cairn2d.World(**config))
            case "World.clone":
                self.replace(world.clone)
            case "World.snapshot":
                self.snapshot = world.snapshot()
                self.data(self.snapshot)
            case "World.restore":
                self.result("", lambda: world.restore(self.snapshot))
            case "World.from_snapshot":
                self.replace(lambda: cairn2d.World.from_snapshot(self.snapshot))
            case "World.snapshot_since":
                self.delta = world.snapshot_since(self.snapshot)
                self.data(self.delta)
            case "World.restore_since":
                self.result("", lambda: world.restore_since(self.snapshot, self.delta))
            case "World.save_into":
                self.result("", lambda: world.save_into(self.saved))
            case "World.restore_saved":
                self.result("", lambda: world.restore_saved(self.saved))
            case "World.record_calls":
                world.record_calls(tokens.pop(0) == "true")
                self.code(0)
            case "World.take_calls":
                self.data(world.take_calls())
            case "World.read_poses" | "World.read_velocities":
                self.bulk(False)
            case "World.write_velocities":
                self.bulk(True)
            case "World.debug_draw":
                self.drawing()
            case "Recorder.start":
                made, done = self.attempt(lambda: cairn2d.Recorder(world, "script", 20))
                self.recorder = made
                if done:
                    self.code(0)
            case "Recorder.update":
                if self.recorder:
                    recorder = self.recorder
                    recorder._world = world
                    self.result("", recorder.update)
                else:
                    self.missing()
            case "Recorder.finish":
                self.finish()
            case _:
                self.table_call(name, tokens)

    def line(self, line):
        tokens = line.split("#")[0].split()
        if not tokens:
            return
        if tokens[0] == "push":
            kind = tokens[1]
            del tokens[:2]
            value = self.structure(kind, tokens)
            self.pending.setdefault(kind, []).append(value)
            return
        target = None
        if len(tokens) > 2 and tokens[1] == "=":
            target = tokens[0]
            del tokens[:2]
        self.kept = 0
        self.calls += 1
        self.call(tokens.pop(0), tokens)
        assert not tokens, line
        self.pending.clear()
        if target:
            self.names[target] = self.kept

    def run(self, lines):
        index = 0
        while index < len(lines):
            if lines[index].startswith("repeat "):
                end = next(n for n in range(index, len(lines)) if lines[n].startswith("end"))
                for _ in range(int(lines[index].split()[1])):
                    self.run(lines[index + 1 : end])
                index = end + 1
                continue
            self.line(lines[index])
            index += 1


# Calls whose definition is passed as keywords.
DEFINED = ("spawn", "attach", "attach_chain", "join")

for path in map(Path, sys.argv[1:]):
    runner = Runner()
    runner.run(path.read_text().splitlines())
    print(f"{path.stem} {runner.world.hash:016x} {runner.log:016x} {runner.calls}")
