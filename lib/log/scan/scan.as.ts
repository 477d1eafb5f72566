/**
 * Goes over the lines of a log from the last to the first, in AssemblyScript: messages of other roles than
 * system, whose heads tell their place in the conversation (DESIGN §13).
 *
 * A line is left to the parser, and the pass ends there, whenever anything is out of the ordinary. The one
 * error that must never be made is to take a system message for something else. `deno task build` compiles
 * this file into scan_wasm.ts; a scanner that is put together by TypeScript at each start was three times as
 * long and took longer than small logs do.
 *
 * Memory: the numbers below, the id that is looked for, and from LINES on a block of whole lines, the last
 * one with its newline. SLACK bytes behind the block can be read.
 */

// What the caller sets and reads; scanner.ts names the same places.
const WANT: usize = 0;
const WANTED_LENGTH: usize = 4;
const MESSAGES: usize = 8;
const LINES: usize = 12;
const TAKEN_FROM: usize = 16;
const TAKEN_TO: usize = 20;
const LINE: usize = 24;
const ID: usize = 28;
const ID_END: usize = 32;
const PARENT: usize = 36;
const PARENT_END: usize = 40;
const HAS_PARENT: usize = 44;
const WANTED: usize = 64;
const MAX_ID: usize = 512;

// What is looked for: any entry, the one with the wanted id, nothing more.
const ANY: u32 = 0;
const BY_ID: u32 = 1;
const NOTHING: u32 = 2;

const MAX_DEPTH: i32 = 100;
/** The longest of the words that are looked for has ten letters, each of them six bytes as an escape. */
const DISGUISE: usize = 61;

// Keys that must not come again behind those that were read.
const NO_KEY: i32 = 0;
const ROLE_KEY: i32 = 1;
const LINK_KEYS: i32 = 2;
const BARE_KEYS: i32 = 3;

// @ts-ignore: decorator
@inline function is(text: v128, byte: u8): v128 {
  return i8x16.eq(text, i8x16.splat(byte));
}

// @ts-ignore: decorator
@inline function bits(a: v128, b: v128, c: v128, d: v128): u64 {
  return u64(i8x16.bitmask(a)) | (u64(i8x16.bitmask(b)) << 16) |
    (u64(i8x16.bitmask(c)) << 32) | (u64(i8x16.bitmask(d)) << 48);
}

// @ts-ignore: decorator
@inline function bitsOf(a: v128, b: v128, c: v128, d: v128, byte: u8): u64 {
  return bits(is(a, byte), is(b, byte), is(c, byte), is(d, byte));
}

// @ts-ignore: decorator
@inline function any(a: v128, b: v128, c: v128, d: v128): bool {
  return v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)));
}

// @ts-ignore: decorator
@inline function byteAt(at: usize): u32 {
  return load<u8>(at);
}

/** Four letters at once. */
// @ts-ignore: decorator
@inline function isWord(at: usize, word: u32): bool {
  return load<u32>(at) == word;
}

/** The last place in the line at which stands what may contradict its head; 0 for none. */
let doubt: usize = 0;
/** Whether the key `id` stands behind the place looked at. */
let hasLaterId: bool = false;

/** Where the line begins that ends at an address, not before `floor`. On the way its last doubt is found. */
function lineStart(floor: usize, end: usize): usize {
  doubt = 0;
  hasLaterId = false;
  for (let at = end; at > floor; at -= 64) {
    at = skipPlain(floor, at);
    if (at <= floor) return floor;
    const from = at - 64;
    const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
    const newlines = bitsOf(a, b, c, d, 10);
    if (!doubt) {
      const found = bitsOf(a, b, c, d, 0x22) & ~(bitsOf(a, b, c, d, 0x5c) << 1);
      findDoubt(from, newlines ? found & ~(u64.MAX_VALUE >>> clz(newlines)) : found);
    }
    if (!newlines) continue;
    const start = from + 64 - usize(clz(newlines));
    return start > floor ? start : floor;
  }
  return floor;
}

/** Goes back over stretches of 64 bytes without a newline or a quote of JSON; those of a text have a backslash. */
function skipPlain(floor: usize, at: usize): usize {
  for (; at > floor; at -= 64) {
    const from = at - 64;
    const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
    if (any(stops(a, from - 1), stops(b, from + 15), stops(c, from + 31), stops(d, from + 47))) break;
  }
  return at;
}

// @ts-ignore: decorator
@inline function stops(text: v128, before: usize): v128 {
  return v128.or(is(text, 10), v128.andnot(is(text, 0x22), is(v128.load(before), 0x5c)));
}

/** Finds the last of some quotes, a bit for each byte from an address on, behind a doubtful word. */
function findDoubt(from: usize, found: u64): void {
  while (found) {
    const place = 63 - clz(found);
    const last = from + usize(place) - 1;
    if (isDoubtful(last)) {
      doubt = last;
      return;
    }
    found &= ~(u64(1) << place);
  }
}

function skipSpace(at: usize): usize {
  for (; byteAt(at) == 0x20 || byteAt(at) == 9 || byteAt(at) == 13; at++);
  return at;
}

/** In a head a carriage return is left to the parser. */
function skipHeadSpace(at: usize): usize {
  for (; byteAt(at) == 0x20 || byteAt(at) == 9; at++);
  return at;
}

// ---- heads

let id: usize = 0;
let idEnd: usize = 0;
let parent: usize = 0;
let parentEnd: usize = 0;
let hasParent: bool = false;
let hasType: bool = false;
/** Whether the role of another message than a system message stands beside the links. */
let hasRole: bool = false;
/** Whether the line is a bare chat line: the message is the entry itself. */
let isBare: bool = false;
/** Whether a text of the head may be no UTF-8: its bytes are not looked at. */
let isAscii: bool = true;

/** The closing quote of a text without escapes; 0 where there is none. */
function plainText(at: usize): usize {
  for (;; at += 16) {
    const text = v128.load(at);
    const stops = i8x16.bitmask(
      v128.or(v128.or(is(text, 0x22), is(text, 0x5c)), i8x16.lt_u(text, i8x16.splat(0x20))),
    );
    const high = i8x16.bitmask(text);
    if (!stops) {
      if (high) isAscii = false;
      continue;
    }
    const stop = ctz(stops);
    if (high & ((1 << stop) - 1)) isAscii = false;
    at += stop;
    return byteAt(at) == 0x22 ? at : 0;
  }
  return 0; // never
}

function forget(): void {
  id = 0;
  parent = 0;
  hasParent = false;
  hasType = false;
  hasRole = false;
  isBare = false;
  isAscii = true;
}

/** Reads the members before the message or the content, and gives the address of that value; else 0. */
function head(at: usize): usize {
  forget();
  if (byteAt(at) != 0x7b) return 0;
  at = skipHeadSpace(at + 1);
  for (;;) {
    if (byteAt(at) != 0x22) return 0;
    const key = at + 1;
    const keyEnd = plainText(key);
    if (!keyEnd) return 0;
    at = skipHeadSpace(keyEnd + 1);
    if (byteAt(at) != 0x3a) return 0;
    at = skipHeadSpace(at + 1);
    const first = byteAt(at);
    if (hasRole && isContentKey(key, keyEnd)) {
      isBare = true;
      return at;
    }
    if (first == 0x7b) return isMessageKey(key, keyEnd) ? at : 0;
    if (first == 0x5b) return 0;
    const end = first == 0x22 ? plainText(at + 1) : value(at, 1);
    if (!end || !link(key, keyEnd, at, end)) return 0;
    at = skipHeadSpace(first == 0x22 ? end + 1 : end);
    if (byteAt(at) != 0x2c) return 0;
    at = skipHeadSpace(at + 1);
  }
  return 0; // never
}

// @ts-ignore: decorator
@inline function isIdKey(key: usize, end: usize): bool {
  return end - key == 2 && load<u16>(key) == 0x6469;
}

// @ts-ignore: decorator
@inline function isParentKey(key: usize, end: usize): bool {
  return end - key == 8 && isWord(key, 0x65726170) && isWord(key + 4, 0x6449746e);
}

// @ts-ignore: decorator
@inline function isTypeKey(key: usize, end: usize): bool {
  return end - key == 4 && isWord(key, 0x65707974);
}

// @ts-ignore: decorator
@inline function isMessageKey(key: usize, end: usize): bool {
  return end - key == 7 && isWord(key, 0x7373656d) && isWord(key + 3, 0x65676173);
}

/** content or tool_calls */
function isContentKey(key: usize, end: usize): bool {
  const length = end - key;
  return (length == 7 && isWord(key, 0x746e6f63) && isWord(key + 3, 0x746e6574)) ||
    (length == 10 && isWord(key, 0x6c6f6f74) && isWord(key + 4, 0x6c61635f) && isWord(key + 6, 0x736c6c61));
}

/** Takes note of a member that says where the entry hangs; false leaves the line to the parser. */
function link(key: usize, keyEnd: usize, at: usize, end: usize): bool {
  const isText = byteAt(at) == 0x22;
  if (isIdKey(key, keyEnd)) {
    if (!isText || id) return false;
    id = at + 1;
    idEnd = end;
  } else if (isParentKey(key, keyEnd)) {
    if ((!isText && byteAt(at) != 0x6e) || hasParent) return false;
    hasParent = true;
    parent = isText ? at + 1 : 0;
    parentEnd = end;
  } else if (isTypeKey(key, keyEnd)) {
    if (hasType) return false;
    const letters = end - at - 1;
    if (letters == 7 && isWord(at + 1, 0x73736573)) return false; // session
    if (letters == 10 && isWord(at + 1, 0x706d6f63)) return false; // compaction
    hasType = true;
  } else if (keyEnd - key == 4 && isWord(key, 0x656c6f72)) { // role
    if (!isText || hasRole || !isOtherRole(at + 1)) return false;
    hasRole = true;
  }
  return true;
}

/** Whether a role begins with u, a or t, as no system message's does. */
function isOtherRole(at: usize): bool {
  const initial = byteAt(at);
  return initial == 0x75 || initial == 0x61 || initial == 0x74;
}

/** Behind `{"role":"u…"`, `a…` or `t…`, which no system message has; else 0. */
function role(at: usize): usize {
  at = skipHeadSpace(at + 1);
  if (byteAt(at) != 0x22 || !isWord(at + 1, 0x656c6f72) || byteAt(at + 5) != 0x22) return 0;
  at = skipHeadSpace(at + 6);
  if (byteAt(at) != 0x3a) return 0;
  at = skipHeadSpace(at + 1);
  if (byteAt(at) != 0x22 || !isOtherRole(at + 1)) return 0;
  at = plainText(at + 1);
  return at ? at + 1 : 0;
}

// ---- lines whose head leaves something open

/** Whether a line has its closing brace before its newline, or before CR and newline. */
function closes(end: usize): bool {
  return byteAt(byteAt(end - 2) == 13 ? end - 3 : end - 2) == 0x7d;
}

/**
 * Whether a quote stands behind what may contradict a head: a key of it that comes again, the name of a
 * header, of a compaction or of a system message's role, each also with a letter in disguise, or the start of
 * another record. Nested objects have ids of their own; that of the entry comes again only behind its message,
 * as a member that follows an object.
 */
function isDoubtful(last: usize): bool {
  const byte = byteAt(last);
  if (byte == 0x2c || byte == 0x7b || byte <= 0x20) return isOddStart(last);
  if (byte < 0x30 || (byte > 0x39 && byte < 0x41)) return false;
  if (byte == 0x64) { // "id, "parentId
    if (load<u16>(last - 2) == 0x6922) hasLaterId = true;
    if (isWord(last - 8, 0x72617022) && isWord(last - 4, 0x49746e65)) return true;
  } else if (byte == 0x65) { // "role, "message
    if (isWord(last - 4, 0x6c6f7222)) return true;
    if (isWord(last - 7, 0x73656d22) && isWord(last - 3, 0x65676173)) return true;
  } else if (byte == 0x6d) { // "system
    if (isWord(last - 6, 0x73797322) && isWord(last - 3, 0x6d657473)) return true;
  } else if (byte == 0x6e) { // "session, "compaction
    if (isWord(last - 7, 0x73657322) && isWord(last - 3, 0x6e6f6973)) return true;
    if (isWord(last - 10, 0x6d6f6322) && isWord(last - 6, 0x74636170) && isWord(last - 3, 0x6e6f6974)) return true;
  } else if (byte == 0x72) { // "developer
    if (isWord(last - 9, 0x76656422) && isWord(last - 5, 0x706f6c65) && isWord(last - 3, 0x7265706f)) return true;
  }
  return isDisguised(last);
}

/** Whether a record begins in another one, or a member follows an object with an `id` behind it. */
function isOddStart(last: usize): bool {
  let at = beforeSpace(last);
  if (byteAt(at) == 0x2c) return hasLaterId && byteAt(beforeSpace(at - 1)) == 0x7d;
  if (byteAt(at) != 0x7b) return false;
  at = beforeSpace(at - 1);
  return byteAt(at) != 0x3a && byteAt(at) != 0x2c && byteAt(at) != 0x5b;
}

/** The last address up to one at which no space stands. */
function beforeSpace(at: usize): usize {
  for (; byteAt(at) == 0x20 || byteAt(at) == 9 || byteAt(at) == 13; at--);
  return at;
}

/**
 * Whether a word of letters and digits alone, with at least one of them written as `\\u`, ends at an address.
 * Of the words that are looked for even the first letter's backslash stands in the last 16 bytes.
 */
function isDisguised(last: usize): bool {
  if (!v128.any_true(is(v128.load(last - 15), 0x5c))) return false;
  let escaped = false;
  for (let at = last; at > last - DISGUISE; at--) {
    const byte = byteAt(at);
    if (byte == 0x22) return escaped;
    if (byte == 0x5c) escaped = true;
    else if (byte < 0x30 || (byte > 0x39 && byte < 0x41)) return false;
  }
  return false;
}

// ---- JSON, for lines that are checked to their end

/** Whether a line is sound JSON from behind its role, with none of the keys that were read once more. */
function isSound(at: usize, end: usize): bool {
  at = restOfObject(at, ROLE_KEY);
  if (at) at = restOfObject(at, LINK_KEYS);
  return at != 0 && skipSpace(at) == end - 1;
}

/** Whether a bare chat line is sound JSON from its content on, with none of the keys that were read once more. */
function isSoundBare(at: usize, end: usize): bool {
  at = value(at, 2);
  if (at) at = restOfObject(at, BARE_KEYS);
  return at != 0 && skipSpace(at) == end - 1;
}

/** Behind an object, from behind one of its members; 0 where it is broken. */
function restOfObject(at: usize, watch: i32): usize {
  at = skipSpace(at);
  if (byteAt(at) == 0x7d) return at + 1;
  return byteAt(at) == 0x2c ? members(skipSpace(at + 1), 2, watch) : 0;
}

function members(at: usize, depth: i32, watch: i32): usize {
  if (depth >= MAX_DEPTH) return 0;
  for (;;) {
    if (byteAt(at) != 0x22) return 0;
    const key = at + 1;
    at = text(key);
    if (!at || (watch != NO_KEY && isWatched(key, at, watch))) return 0;
    at = skipSpace(at);
    if (byteAt(at) != 0x3a) return 0;
    at = value(skipSpace(at + 1), depth + 1);
    if (!at) return 0;
    at = skipSpace(at);
    if (byteAt(at) == 0x7d) return at + 1;
    if (byteAt(at) != 0x2c) return 0;
    at = skipSpace(at + 1);
  }
  return 0; // never
}

/** Whether a key, whose closing quote stands before `end`, is watched for or may be one in disguise. */
function isWatched(key: usize, end: usize, watch: i32): bool {
  for (let at = key; at < end; at++) if (byteAt(at) == 0x5c) return true;
  const last = end - 1;
  if (watch != LINK_KEYS && last - key == 4 && isWord(key, 0x656c6f72)) return true; // role
  return watch != ROLE_KEY &&
    (isLinkKey(key, last) || isMessageKey(key, last));
}

function value(at: usize, depth: i32): usize {
  const first = byteAt(at);
  if (first == 0x22) return text(at + 1);
  if (first == 0x7b) {
    at = skipSpace(at + 1);
    return byteAt(at) == 0x7d ? at + 1 : members(at, depth, NO_KEY);
  }
  if (first == 0x5b) return elements(skipSpace(at + 1), depth);
  if (isWord(at, 0x65757274) || isWord(at, 0x6c6c756e)) return at + 4; // true, null
  if (first == 0x66 && isWord(at + 1, 0x65736c61)) return at + 5; // false
  return numeral(at);
}

function elements(at: usize, depth: i32): usize {
  if (depth >= MAX_DEPTH) return 0;
  if (byteAt(at) == 0x5d) return at + 1;
  for (;;) {
    at = value(at, depth + 1);
    if (!at) return 0;
    at = skipSpace(at);
    if (byteAt(at) == 0x5d) return at + 1;
    if (byteAt(at) != 0x2c) return 0;
    at = skipSpace(at + 1);
  }
  return 0; // never
}

function numeral(at: usize): usize {
  if (byteAt(at) == 0x2d) at++;
  if (byteAt(at) == 0x30) at++;
  else if (!(at = digits(at))) return 0;
  if (byteAt(at) == 0x2e && !(at = digits(at + 1))) return 0;
  if ((byteAt(at) | 0x20) == 0x65) {
    at++;
    if (byteAt(at) == 0x2b || byteAt(at) == 0x2d) at++;
    at = digits(at);
  }
  return at;
}

function digits(at: usize): usize {
  if (byteAt(at) - 0x30 >= 10) return 0;
  for (; byteAt(at) - 0x30 < 10; at++);
  return at;
}

// UTF-8 after Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte" (2021).
const FIRST_HIGH = i8x16(2, 2, 2, 2, 2, 2, 2, 2, -128, -128, -128, -128, 33, 1, 21, 73);
const FIRST_LOW = i8x16(-25, -93, -125, -125, -117, -53, -53, -53, -53, -53, -53, -53, -53, -37, -53, -53);
const SECOND_HIGH = i8x16(1, 1, 1, 1, 1, 1, 1, 1, -26, -82, -70, -70, 1, 1, 1, 1);

// @ts-ignore: decorator
@inline function isUtf8(text: v128, previous: v128): v128 {
  const one = i8x16.shuffle(previous, text, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const two = i8x16.shuffle(previous, text, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const three = i8x16.shuffle(previous, text, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const pairs = v128.and(
    v128.and(
      i8x16.swizzle(FIRST_HIGH, i8x16.shr_u(one, 4)),
      i8x16.swizzle(FIRST_LOW, v128.and(one, i8x16.splat(15))),
    ),
    i8x16.swizzle(SECOND_HIGH, i8x16.shr_u(text, 4)),
  );
  const continued = v128.and(
    v128.or(i8x16.sub_sat_u(two, i8x16.splat(0x60)), i8x16.sub_sat_u(three, i8x16.splat(0x70))),
    i8x16.splat(-128),
  );
  return i8x16.eq(v128.xor(continued, pairs), i8x16.splat(0));
}

/** What may stand behind a backslash, but for `"`, `r` and `u`, at the place of its lower four bits. */
const ESCAPES = i8x16(0, 0, 0x62, 0, 0x74, 0, 0x66, 0, 0, 0, 0, 0, 0x5c, 0, 0x6e, 0x2f);

// @ts-ignore: decorator
@inline function isEscape(text: v128): v128 {
  return i8x16.eq(i8x16.swizzle(ESCAPES, v128.and(text, i8x16.splat(15))), text);
}

/** Of a run of backslashes every second one escapes: the borrow runs to the end of each run. */
const ODD_BITS: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/** Behind the closing quote of any text, from behind its opening one; else 0. 64 bytes at a time. */
function text(at: usize): usize {
  const start = v128.load(at);
  const stops = i8x16.bitmask(
    v128.or(v128.or(is(start, 0x22), is(start, 0x5c)), i8x16.lt_s(start, i8x16.splat(0x20))),
  );
  if (stops && byteAt(at + ctz(stops)) == 0x22) return at + ctz(stops) + 1;
  let before = i8x16.splat(0);
  let escapedNext: u64 = 0;
  for (;;) {
    const a = v128.load(at), b = v128.load(at, 16), c = v128.load(at, 32), d = v128.load(at, 48);
    const low = i8x16.splat(0x20);
    const slashes = bitsOf(a, b, c, d, 0x5c);
    let quotes = bitsOf(a, b, c, d, 0x22);
    let wrong: u64 = 0, odd: u64 = 0, escapes: u64 = 0;
    // Signed: control bytes and bytes above 0x7f alike.
    const rare = v128.or(
      v128.or(
        v128.or(i8x16.lt_s(a, low), i8x16.lt_s(b, low)),
        v128.or(i8x16.lt_s(c, low), i8x16.lt_s(d, low)),
      ),
      v128.and(before, i8x16.splat(-128)),
    );
    if (v128.any_true(rare)) {
      wrong = ~bits(isUtf8(a, before), isUtf8(b, a), isUtf8(c, b), isUtf8(d, c)) |
        bits(i8x16.lt_u(a, low), i8x16.lt_u(b, low), i8x16.lt_u(c, low), i8x16.lt_u(d, low));
    }
    if (slashes | escapedNext) {
      const starts = slashes & ~escapedNext;
      const runs = (((starts << 1) | ODD_BITS) - starts) ^ ODD_BITS;
      const escaped = runs ^ (slashes | escapedNext);
      escapes = runs & slashes;
      odd = escaped & ~(quotes | bits(isEscape(a), isEscape(b), isEscape(c), isEscape(d)));
      if (odd) odd &= ~bitsOf(a, b, c, d, 0x72);
      quotes &= ~escaped;
    }
    const found = odd | wrong | quotes;
    if (!found) {
      escapedNext = escapes >> 63;
      before = d;
      at += 64;
      continue;
    }
    const first = found & (0 - found);
    at += usize(ctz(found));
    if (wrong & first) return 0;
    if (!(odd & first)) return at + 1;
    at = unicodeEscape(at - 1);
    if (!at) return 0;
    escapedNext = 0;
    before = i8x16.splat(0);
  }
  return 0; // never
}

/** Behind `\uXXXX`; else 0. */
function unicodeEscape(at: usize): usize {
  if (byteAt(at + 1) != 0x75) return 0;
  for (let i: usize = 2; i < 6; i++) {
    const byte = byteAt(at + i);
    if (byte - 0x30 >= 10 && (byte | 0x20) - 0x61 >= 6) return 0;
  }
  return at + 6;
}

// ---- the chain of parents

/** Whether the id of the head is the one that is looked for. */
function isWanted(): bool {
  const length = idEnd - id;
  if (!id || length != load<u32>(WANTED_LENGTH)) return false;
  for (let done: usize = 0; done < length; done += 16) {
    let differ = i8x16.bitmask(i8x16.ne(v128.load(id + done), v128.load(WANTED + done)));
    if (length - done < 16) differ &= (1 << i32(length - done)) - 1;
    if (differ) return false;
  }
  return true;
}

/** Looks for the parent that the head names from now on; false where its id is too long. */
function goToParent(): bool {
  if (!hasParent) {
    store<u32>(WANT, ANY);
    return true;
  }
  if (!parent) {
    store<u32>(WANT, NOTHING);
    return true;
  }
  const length = parentEnd - parent;
  if (length > MAX_ID) return false;
  for (let done: usize = 0; done < length; done += 16) {
    v128.store(WANTED + done, v128.load(parent + done));
  }
  store<u32>(WANT, BY_ID);
  store<u32>(WANTED_LENGTH, u32(length));
  return true;
}

/** Whether a line's head may be trusted, and, where that is asked, the line is sound to its end. */
function isTrusted(line: usize, end: usize, full: bool): bool {
  let at = head(line);
  // Nothing beside the head would show what a bare line swallowed: it is always checked to its end.
  if (at && isBare) return at < end && isAscii && isSoundBare(at, end);
  if (at) at = role(at);
  if (!at || at >= end) return false;
  if (full) return isAscii && isSound(at, end);
  if (!closes(end)) return false;
  return doubt <= at || (isAscii && isSound(at, end));
}

/** Whether a line is an entry without a message and sound to its end; its links are known then. */
function isOpaque(line: usize, end: usize): bool {
  forget();
  if (byteAt(line) != 0x7b) return false;
  let at = skipSpace(line + 1);
  for (;;) {
    if (byteAt(at) != 0x22) return false;
    const key = at + 1;
    const keyEnd = plainText(key);
    if (!keyEnd || isMessageKey(key, keyEnd)) return false;
    at = skipSpace(keyEnd + 1);
    if (byteAt(at) != 0x3a) return false;
    const from = skipSpace(at + 1);
    const isText = byteAt(from) == 0x22;
    const textEnd = isText ? plainText(from + 1) : 0;
    at = textEnd ? textEnd + 1 : value(from, 2);
    if (!at || (isText && !textEnd && isLinkKey(key, keyEnd))) return false;
    if (!link(key, keyEnd, from, textEnd ? textEnd : at) || hasRole) return false;
    at = skipSpace(at);
    if (byteAt(at) == 0x7d) return isAscii && skipSpace(at + 1) == end - 1;
    if (byteAt(at) != 0x2c) return false;
    at = skipSpace(at + 1);
  }
  return false; // never
}

function isLinkKey(key: usize, end: usize): bool {
  return isIdKey(key, end) || isParentKey(key, end) || isTypeKey(key, end);
}

/** Whether a line is blank, or JSON that is no object. */
function isNoEntry(line: usize, end: usize): bool {
  let at = skipSpace(line);
  if (at == end - 1) return true;
  if (byteAt(at) == 0x7b) return false;
  at = value(at, 1);
  return at != 0 && skipSpace(at) == end - 1;
}

/**
 * Goes over lines from the last of a block, which ends at `end`, to the first, at `floor`: messages of other
 * roles, entries without a message, and lines that are no entries. It takes those on the path, one after the
 * other; then passes by lines that are not, and ends before the next one on the path, so that what was taken
 * is one stretch. `full` checks lines to their end; without
 * `taking`, while the leaf itself is looked for, none is taken. Gives the address behind the first
 * line that it does not go over; `floor` when there is none.
 */
export function back(floor: usize, end: usize, full: bool, taking: bool): usize {
  store<u32>(MESSAGES, 0);
  store<u32>(LINES, 0);
  store<u32>(TAKEN_FROM, 0);
  store<u32>(TAKEN_TO, 0);
  while (end > floor) {
    const line = lineStart(floor, end - 1);
    store<u32>(LINE, u32(line));
    const isMessage = isTrusted(line, end, full);
    const isEntry = isMessage || isOpaque(line, end);
    if (!isEntry && !isNoEntry(line, end)) return end;
    const want = load<u32>(WANT);
    // An id may stand behind the message.
    if (isMessage && want == BY_ID && !id) return end;
    if (isEntry && (want == ANY || (want == BY_ID && isWanted()))) {
      if (!taking || !goToParent()) return end;
      if (!load<u32>(TAKEN_TO)) store<u32>(TAKEN_TO, u32(end));
      store<u32>(TAKEN_FROM, u32(line));
      if (isMessage) store<u32>(MESSAGES, load<u32>(MESSAGES) + 1);
    } else if (load<u32>(TAKEN_TO)) {
      taking = false;
    }
    store<u32>(LINES, load<u32>(LINES) + 1);
    end = line;
    // The root was taken: whether to go on is for the caller to say.
    if (want != NOTHING && load<u32>(WANT) == NOTHING) break;
  }
  return end;
}

/**
 * Goes over lines as `back` does, of those that are surely no JSON: whose first byte, or whose last one, shows
 * it. It ends before one with a quote, behind which another record may begin, with a NUL, or with bytes beyond
 * ASCII: of such lines more is said.
 */
export function backDamaged(floor: usize, end: usize): usize {
  store<u32>(LINES, 0);
  while (end > floor) {
    let line = end - 1;
    for (; line > floor && byteAt(line - 1) != 10; line--) {
      const byte = byteAt(line - 1);
      if (byte == 0 || byte == 0x22 || byte >= 0x80) return end;
    }
    const at = skipSpace(line);
    if (at == end - 1 || mayBeJson(at, end)) return end;
    store<u32>(LINES, load<u32>(LINES) + 1);
    end = line;
  }
  return end;
}

function mayBeJson(at: usize, end: usize): bool {
  const first = byteAt(at);
  if (first == 0x7b) return byteAt(beforeSpace(end - 2)) == 0x7d;
  return first == 0x5b || first == 0x2d || first - 0x30 < 10 || first == 0x74 || first == 0x66 || first == 0x6e;
}

/**
 * Reads the head of one line, which ends behind its newline. Whether it is surely a message of another role;
 * of a line that holds other records too, which `fused` tells, as far as its head says. Then ID to HAS_PARENT
 * say where it hangs, as addresses, 0 for none.
 */
export function readHead(line: usize, end: usize, fused: bool): bool {
  lineStart(line, end - 1);
  if (fused) {
    const message = head(line);
    if (!message || isBare || !role(message)) return false;
  } else if (!isTrusted(line, end, false)) return false;
  store<u32>(ID, u32(id));
  store<u32>(ID_END, u32(idEnd));
  store<u32>(PARENT, u32(parent));
  store<u32>(PARENT_END, u32(parentEnd));
  store<u32>(HAS_PARENT, hasParent ? 1 : 0);
  return true;
}
