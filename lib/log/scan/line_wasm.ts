/**
 * The scanner of plain lines in WebAssembly (DESIGN §13): it goes over whole lines as long as each is a
 * message of another role that hangs on the entry before it, and stops at the first that is anything
 * else. What it stops at is read in the ordinary way, so it may be as ignorant as it likes; the one thing
 * it must never do is to go over a line that is not such a message.
 *
 * A line's head is read as in log_head.ts. The rest is checked in full where the caller asks for it, and
 * where the head names no parent or no type; elsewhere only its last byte is looked at.
 *
 * @module
 */

import { isOneOf, isWord, jsonFunctions, makeJsonFunctions, watched } from "./json_wasm.ts";
import { quietRest } from "./quiet_wasm.ts";
import { MAX_ID, PREVIOUS_ID, scanState } from "./memory.ts";
import { assemble, type Code, wasm, type WasmFunction } from "./wasm_code.ts";

const {
  add,
  and,
  bytesDiffer,
  call,
  differs,
  equal,
  get,
  less,
  load128,
  load16,
  load32,
  load8,
  mask,
  not,
  number,
  or,
  repeat,
  returns,
  sequence,
  set,
  shiftLeft,
  store128,
  store32,
  subtract,
  tee,
  when,
} = wasm;

/** The scanner: from the address of a line to where it stopped. Lines end before `end`. */
export type ScanLines = (at: number, end: number, full: number) => number;

const line = 0;
const end = 1;
const full = 2;
const at = 3;
const key = 4;
const keyEnd = 5;
const byte = 6;
const valueEnd = 7;
const id = 8;
const idEnd = 9;
const hasParent = 10;
const parent = 11;
const parentEnd = 12;
const hasType = 13;
const offset = 14;
const left = 15;
const LOCALS = 16 - 3;

const stop = (): Code => returns(get(line));
const code = (character: string): Code => number(character.charCodeAt(0));
const next = (local: number): Code => add(get(local), number(1));
const state = (field: keyof typeof scanState): Code => load32(number(scanState[field] * 4));
const setState = (field: keyof typeof scanState, value: Code): Code =>
  store32(number(scanState[field] * 4), value);
const increase = (field: keyof typeof scanState): Code =>
  setState(field, add(state(field), number(1)));
/** Moves to what follows white space; nearly always there is none, and a call costs more than a look. */
const skipSpace = (from: Code): Code =>
  sequence(
    set(at, from),
    when(less(load8(get(at)), number(0x21)), set(at, call(jsonFunctions.space, get(at)))),
  );
/** As log_head.ts has it: a head with other white space is left to the parser. */
const skipHeadSpace = (from: Code): Code =>
  sequence(
    set(at, from),
    when(
      less(load8(get(at)), number(0x21)),
      repeat(
        or(equal(load8(get(at)), code(" ")), equal(load8(get(at)), code("\t"))),
        set(at, next(at)),
      ),
    ),
  );
const expect = (character: string): Code => when(differs(load8(get(at)), code(character)), stop());
const atLength = (length: number): Code => equal(subtract(get(keyEnd), get(key)), number(length));

const readId = (): Code =>
  sequence(
    when(differs(get(byte), code('"')), stop()),
    set(id, next(at)),
    set(idEnd, get(valueEnd)),
  );

const readParent = (): Code =>
  sequence(
    when(not(isOneOf(byte, '"n')), stop()),
    set(hasParent, number(1)),
    set(parent, number(0)),
    when(
      equal(get(byte), code('"')),
      sequence(set(parent, next(at)), set(parentEnd, get(valueEnd))),
    ),
  );

/** Only `"message"`: a session header, a compaction and whatever else are not for the scanner. */
const readType = (): Code =>
  sequence(
    when(differs(get(byte), code('"')), stop()),
    when(differs(subtract(get(valueEnd), get(at)), number(8)), stop()),
    when(not(and(isWord(next(at), "mess"), isWord(next(at), "sage", 3))), stop()),
    set(hasType, number(1)),
  );

const isId = (): Code => and(atLength(2), equal(load16(get(key)), number(0x6469)));
const isParentId = (): Code =>
  and(and(atLength(8), isWord(get(key), "pare")), isWord(get(key), "ntId", 4));
const isType = (): Code => and(atLength(4), isWord(get(key), "type"));
const isMessage = (): Code =>
  and(and(atLength(7), isWord(get(key), "mess")), isWord(get(key), "sage", 3));

/** Reads a key, up to the first byte of its value. */
const readKey = (): Code =>
  sequence(
    expect('"'),
    set(key, next(at)),
    set(keyEnd, call(jsonFunctions.plainString, get(key))),
    when(not(get(keyEnd)), stop()),
    skipHeadSpace(next(keyEnd)),
    expect(":"),
    skipHeadSpace(next(at)),
    set(byte, load8(get(at))),
  );

/** Reads the members before the message. */
const readHeadMembers = (): Code =>
  sequence(
    ...[id, hasParent, parent, hasType].map((local) => set(local, number(0))),
    when(differs(load8(get(line)), code("{")), stop()),
    skipHeadSpace(next(line)),
    readKey(),
    repeat(
      differs(get(byte), code("{")),
      when(
        equal(get(byte), code('"')),
        sequence(
          set(valueEnd, call(jsonFunctions.plainString, next(at))),
          set(offset, next(valueEnd)),
        ),
        sequence(
          when(equal(get(byte), code("[")), stop()),
          set(offset, tee(valueEnd, call(jsonFunctions.value, get(at), number(1)))),
        ),
      ),
      when(not(get(valueEnd)), stop()),
      when(isId(), readId()),
      when(isParentId(), readParent()),
      when(isType(), readType()),
      skipHeadSpace(get(offset)),
      expect(","),
      skipHeadSpace(next(at)),
      readKey(),
    ),
    when(not(isMessage()), stop()),
  );

/** Reads `{"role":"u…"`, up to after the role. */
const readRole = (): Code =>
  sequence(
    skipHeadSpace(next(at)),
    expect('"'),
    when(not(isWord(get(at), "role", 1)), stop()),
    set(at, add(get(at), number(5))),
    expect('"'),
    skipHeadSpace(next(at)),
    expect(":"),
    skipHeadSpace(next(at)),
    expect('"'),
    set(byte, load8(get(at), 1)),
    when(not(isOneOf(byte, "uat")), stop()),
    set(valueEnd, call(jsonFunctions.plainString, next(at))),
    when(not(get(valueEnd)), stop()),
    set(at, next(valueEnd)),
  );

const checkMembers = (watch: Code): Code =>
  sequence(
    skipSpace(get(at)),
    when(
      equal(load8(get(at)), code(",")),
      sequence(
        set(at, call(jsonFunctions.members, call(jsonFunctions.space, next(at)), number(2), watch)),
        when(not(get(at)), stop()),
      ),
      sequence(expect("}"), set(at, next(at))),
    ),
  );

const QUIET_REST = Object.keys(jsonFunctions).length;

/** Moves to the newline. */
const readRest = (): Code =>
  sequence(
    set(left, number(0)),
    when(
      not(get(full)),
      when(
        and(get(hasParent), get(hasType)),
        set(left, call(jsonFunctions.newline, get(at))),
        set(left, call(QUIET_REST, get(at))),
      ),
    ),
    when(
      get(left),
      sequence(
        set(at, get(left)),
        set(byte, load8(subtract(get(at), number(1)))),
        when(equal(get(byte), code("\r")), set(byte, load8(subtract(get(at), number(2))))),
        when(differs(get(byte), code("}")), stop()),
      ),
      sequence(
        checkMembers(watched.role),
        checkMembers(watched.links),
        skipSpace(get(at)),
        expect("\n"),
      ),
    ),
  );

/** Stops unless the line hangs on the entry before. */
const checkParent = (): Code =>
  when(
    get(hasParent),
    when(
      get(parent),
      sequence(
        set(left, subtract(get(parentEnd), get(parent))),
        when(differs(get(left), state("previousLength")), stop()),
        set(offset, number(0)),
        repeat(
          less(get(offset), get(left)),
          set(
            byte,
            mask(bytesDiffer(
              load128(add(get(parent), get(offset))),
              load128(get(offset), PREVIOUS_ID),
            )),
          ),
          when(
            less(subtract(get(left), get(offset)), number(16)),
            set(
              byte,
              and(
                get(byte),
                subtract(shiftLeft(number(1), subtract(get(left), get(offset))), number(1)),
              ),
            ),
          ),
          when(get(byte), stop()),
          set(offset, add(get(offset), number(16))),
        ),
      ),
      when(state("hasEntry"), stop()),
    ),
    when(state("mustName"), stop()),
  );

/** Keeps the id for the next line. */
const keepId = (): Code =>
  when(
    get(id),
    sequence(
      set(left, subtract(get(idEnd), get(id))),
      when(less(number(MAX_ID), get(left)), stop()),
      set(offset, number(0)),
      repeat(
        less(get(offset), get(left)),
        store128(add(get(offset), number(PREVIOUS_ID)), load128(add(get(id), get(offset)))),
        set(offset, add(get(offset), number(16))),
      ),
      setState("previousLength", get(left)),
    ),
    sequence(when(get(hasParent), stop()), setState("previousLength", number(-1))),
  );

const scan = (): WasmFunction => ({
  exported: "scan",
  parameters: 3,
  locals: LOCALS,
  body: sequence(
    repeat(
      and(less(get(line), get(end)), differs(state("count"), state("stop"))),
      readHeadMembers(),
      readRole(),
      readRest(),
      checkParent(),
      keepId(),
      when(get(hasParent), setState("named", number(1))),
      increase("count"),
      increase("lines"),
      setState("hasEntry", number(1)),
      setState("mustName", number(0)),
      setState("last", get(line)),
      set(line, next(at)),
    ),
    get(line),
  ),
});

let compiled: WebAssembly.Module | undefined;

/**
 * Makes a scanner over a memory.
 *
 * @param memory What it reads, at least {@linkcode LINES_START} + {@linkcode SLACK} bytes.
 * @returns The scanner.
 * @throws {WebAssembly.CompileError} Where the runtime has no vector instructions.
 */
export function makeScanner(memory: WebAssembly.Memory): ScanLines {
  compiled ??= new WebAssembly.Module(assemble([...makeJsonFunctions(), quietRest(), scan()]));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return exports.scan as ScanLines;
}
