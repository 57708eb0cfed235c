/**
 * Reads and writes ordinary JSON by schemas of zod: what `JSON.parse` and zod do
 * not know of it.
 */
import { z } from "zod";

/** A number of JSON, which has texts for those that are not finite. */
export type Float = number | "NaN" | "Infinity" | "-Infinity";

/** An object that names its class. */
export type WithType<T extends { $type?: string }> = T &
  Required<Pick<T, "$type">>;

/** An object that names its class under a key of its own. */
export type WithKey<T, K extends keyof T> = T & Required<Pick<T, K>>;

/** Bounds of numbers, of which `above` and `below` are not allowed themselves. */
interface Bounds {
  min?: number;
  max?: number;
  above?: number;
  below?: number;
}

/** The names of a class in documents. */
interface ClassNames {
  /** The name in documents of the same package. */
  short: string;
  uri: string;
  /** Whether objects always have the name, which is the same in all documents. */
  isDiscriminator: boolean;
}

const namesOf = new WeakMap<object, ClassNames>();
const floats = new WeakSet<object>();
const decimals = new WeakSet<object>();

/** The name of a class, with or without its package. */
export function className<N extends string>(short: N, uri: string) {
  const named = z.enum([short, `${uri}#//${short}`]).transform((): N => short);
  namesOf.set(named, { short, uri, isDiscriminator: false });
  return named;
}

/** The name of a class under a key of its own, which objects always have. */
export function discriminator<N extends string>(name: N, uri: string) {
  const named = z.literal(name);
  namesOf.set(named, { short: name, uri, isDiscriminator: true });
  return named;
}

/** The name of a class with its package; another class has the same short name. */
export function fullName<N extends string, U extends string>(short: N, uri: U) {
  const named = z.literal(`${uri}#//${short}` as `${U}#//${N}`);
  namesOf.set(named, { short, uri, isDiscriminator: false });
  return named;
}

function isWithin(value: number, bounds: Bounds): boolean {
  const { min, max, above, below } = bounds;
  return (
    (min === undefined || value >= min) &&
    (max === undefined || value <= max) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}

function expectation(kind: string, bounds: Bounds): string {
  const limits = Object.entries(bounds).map(
    ([name, bound]) => `${name} ${bound}`,
  );
  return ["expected", kind, ...limits].join(" ");
}

function float(kind: string, bounds: Bounds, limit: number) {
  const schema = z.custom<Float>(
    (value) => {
      const isText =
        value === "NaN" || value === "Infinity" || value === "-Infinity";
      if (typeof value !== "number" && !isText) {
        return false;
      }
      const isSmall = isText || Math.abs(value) < limit;
      return isSmall && isWithin(Number(value), bounds);
    },
    expectation(kind, bounds),
  );
  floats.add(schema);
  return schema;
}

/** Floating-point numbers of 64 bits. */
export function float64(bounds: Bounds = {}) {
  return float("a number", bounds, Infinity);
}

/** Floating-point numbers of 32 bits. */
export function float32(bounds: Bounds = {}) {
  // The largest number of 32 bits, and half of the distance to the next one.
  return float("a number of 32 bits", bounds, 3.4028235677973366e38);
}

/** Decimal numbers; those with more digits than numbers of JavaScript are texts. */
export function decimal(bounds: Bounds = {}) {
  const form = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,9})?$/;
  const accepted = z.custom<number | string>(
    (value) => {
      const isNumber = typeof value === "number" && Number.isFinite(value);
      const isText = typeof value === "string" && form.test(value);
      return (isNumber || isText) && isWithin(Number(value), bounds);
    },
    expectation("a decimal number", bounds),
  );
  const schema = accepted.transform((value) => {
    const number = Number(value);
    const isSame = scientific(String(value)) === scientific(String(number));
    return isSame ? number : value;
  });
  decimals.add(schema);
  return schema;
}

/** The digits of a number without zeros around them, and its power of ten. */
function scientific(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/0+$/, "");
  const zeros = whole.length + fraction.length - digits.length;
  const power = Number(exponent) - fraction.length + zeros;
  const shown = digits.replace(/^0+/, "");
  return shown === ""
    ? "0"
    : `${text.startsWith("-") ? "-" : ""}${shown}e${power}`;
}

/** One character, or the number of one that is not printable. */
export function character() {
  const code = z.int().min(0).max(0xffff);
  return z.union([z.string().regex(/^[^]$/), code]).transform(printable);
}

function printable(value: string | number): string | number {
  const code = typeof value === "string" ? value.charCodeAt(0) : value;
  const isControl =
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xd800 && code < 0xe000);
  return isControl ? code : String.fromCharCode(code);
}

const momentForm =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Moments in UTC with milliseconds; a time without an offset is in UTC. */
export function moment() {
  return z.string().transform((text, context) => {
    const result = canonicalMoment(text);
    if (result === undefined) {
      context.addIssue("expected a date such as 2026-11-23T10:00:00Z");
      return z.NEVER;
    }
    return result;
  });
}

function canonicalMoment(text: string): string | undefined {
  const found = momentForm.exec(text);
  if (found === null) {
    return undefined;
  }
  const [, date = "", time = "00:00", second = "00", fraction = "", offset] =
    found;
  const millis = fraction.padEnd(3, "0").slice(0, 3);
  const moment = new Date(`${date}T${time}:${second}.${millis}Z`);
  // `Date` accepts the 30th of February, and 24 hours.
  const isReal =
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString() === `${date}T${time}:${second}.${millis}Z`;
  if (!isReal) {
    return undefined;
  }
  if (offset !== undefined && offset !== "Z") {
    const hours = Number(offset.slice(1, 3));
    const minutes = Number(offset.slice(-2));
    if (hours > 23 || minutes > 59) {
      return undefined;
    }
    const sign = offset.startsWith("-") ? 1 : -1;
    moment.setTime(moment.getTime() + sign * (hours * 60 + minutes) * 60_000);
  }
  const year = moment.getUTCFullYear();
  if (year < 1 || year > 9999) {
    return undefined;
  }
  return moment.toISOString().replace(".000Z", "Z");
}

/** Bytes as hexadecimal digits. */
export function hexadecimal() {
  return z
    .string()
    .regex(/^([0-9A-Fa-f]{2})*$/)
    .toUpperCase();
}

/** Bytes in Base64. */
export function base64() {
  return z
    .string()
    .overwrite((text) => text.replace(/\s+/g, ""))
    .base64();
}

/** Values of any kind, or of some kinds. */
export function anything(
  kinds: {
    scalars?: boolean;
    lists?: boolean;
    maps?: boolean;
    null?: boolean;
  } = {},
) {
  const { scalars = true, lists = true, maps = true } = kinds;
  const isNullAccepted = kinds.null ?? true;
  return z.custom<unknown>((value) => {
    if (value === undefined) {
      return false;
    }
    if (value === null) {
      return isNullAccepted;
    }
    if (!isWritable(value)) {
      return false;
    }
    if (Array.isArray(value)) {
      return lists;
    }
    return typeof value === "object" ? maps : scalars;
  }, "expected a value of another kind");
}

/** Whether all numbers in a value are those of JSON: `1e400` is read as infinity. */
function isWritable(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).every(isWritable);
  }
  return typeof value !== "number" || Number.isFinite(value);
}

/** Keys that are the JSON of a value, such as `7` or `true`. */
export function jsonKey(schema: z.ZodType) {
  return z.string().refine((key) => {
    const isJson = /^(true|false|0|-?[1-9][0-9]*)$/.test(key);
    return isJson && schema.safeParse(JSON.parse(key)).success;
  }, "expected another key");
}

/** Keys that are texts of a schema. */
export function textKey(schema: z.ZodType) {
  return z
    .string()
    .refine((key) => schema.safeParse(key).success, "expected another key");
}

function checkSize(
  context: z.core.ParsePayload,
  size: number,
  unit: string,
  min: number,
  max: number,
): void {
  if (size < min || size > max) {
    const bound =
      size < min ? `at least ${min} ${unit}` : `at most ${max} ${unit}`;
    const message = `expected ${bound}, found ${size}`;
    context.issues.push({ code: "custom", message, input: context.value });
  }
}

/** Checks the number of entries of a map. */
export function entries(min: number, max = Infinity) {
  return (context: z.core.ParsePayload<Record<string, unknown>>): void => {
    const size = Object.keys(context.value).length;
    checkSize(context, size, "entries", min, max);
  };
}

/** Checks the number of items of a list. */
export function items(min: number, max = Infinity) {
  return (context: z.core.ParsePayload<readonly unknown[]>): void => {
    checkSize(context, context.value.length, "values", min, max);
  };
}

/** Checks that an object has exactly one value. */
export function oneKey(context: z.core.ParsePayload<object>): void {
  const keys = Object.keys(context.value).filter((key) => key !== "$type");
  checkSize(context, keys.length, "value", 1, 1);
}

/** Checks that the items of a list differ. */
export function distinct(context: z.core.ParsePayload<unknown[]>): void {
  const seen = new Set<string>();
  context.value.forEach((item, at) => {
    const text = canonical(item);
    if (seen.has(text)) {
      const message = "expected an item that differs from all others";
      const path: PropertyKey[] = [at];
      context.issues.push({ code: "custom", message, path, input: item });
    }
    seen.add(text);
  });
}

/** A text that is the same for equal values; 0 and -0 differ. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (Object.is(item, -0)) {
      return "-0";
    }
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      return item;
    }
    const sorted = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted);
  });
}

/** Reads a value; throws an error if the text is not one of the schema. */
export function parse<T>(schema: z.ZodType<T>, text: string): T {
  const value: unknown = JSON.parse(text);
  const spelling = spellingOf(text);
  const result = schema.parse(value);
  remember(result, spelling);
  return result;
}

/** How a text spells a list or an object, as far as values do not show it. */
interface Spelling {
  /** The keys of an object in their order; JavaScript sorts integers. */
  keys: Set<string>;
  /** The digits of numbers that JavaScript writes with other ones. */
  digits: Map<string, string>;
  /** The spelling of the lists and objects inside. */
  parts: Map<string, Spelling>;
}

/** The spelling of the values that were read. */
const spellings = new WeakMap<object, Spelling>();

/**
 * Reads the spelling of a valid text. Rejects objects with a key twice, of which
 * `JSON.parse` takes the last.
 */
function spellingOf(text: string): Spelling {
  const open: { spelling: Spelling; key: string; size: number }[] = [];
  let last = newSpelling();
  let name = "";
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g,
  )) {
    const holder = open.at(-1);
    if (token === "{" || token === "[") {
      open.push({ spelling: newSpelling(), key: "0", size: 0 });
    } else if (token === "}" || token === "]") {
      last = open.pop()?.spelling ?? last;
      const around = open.at(-1);
      if (last.keys.size + last.digits.size + last.parts.size > 0) {
        around?.spelling.parts.set(around.key, last);
      }
    } else if (token === ",") {
      if (holder) {
        holder.size += 1;
        holder.key = String(holder.size);
      }
    } else if (token === ":") {
      if (holder?.spelling.keys.has(name)) {
        const shown = JSON.stringify(name);
        throw new SyntaxError(`the key ${shown} occurs twice in an object`);
      }
      holder?.spelling.keys.add(name);
      if (holder) {
        holder.key = name;
      }
    } else if (token.startsWith('"')) {
      // Keys with other escapes may be the same.
      name = String(JSON.parse(token));
    } else if (/^[-0-9]/.test(token) && String(Number(token)) !== token) {
      holder?.spelling.digits.set(holder.key, token);
    }
  }
  return last;
}

function newSpelling(): Spelling {
  return { keys: new Set(), digits: new Map(), parts: new Map() };
}

/** Keeps the spelling of a value that was read. */
function remember(value: unknown, spelling: Spelling): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  spellings.set(value, spelling);
  const values = new Map(Object.entries(value));
  for (const [key, part] of spelling.parts) {
    remember(values.get(key), part);
  }
}

/** The keys of an object, first those of its text in their order. */
function keysOf(value: object): string[] {
  const keys = Object.keys(value);
  const spelled = spellings.get(value)?.keys;
  if (spelled === undefined) {
    return keys;
  }
  const own = new Set(keys);
  const first = [...spelled].filter((key) => own.has(key));
  return [...first, ...keys.filter((key) => !spelled.has(key))];
}

/** The digits of a number in the text of what contains it. */
function digitsOf(
  holder: object,
  key: string | number,
  value: unknown,
): string | undefined {
  const digits = spellings.get(holder)?.digits.get(String(key));
  // The number may be another one now.
  return digits !== undefined && Object.is(Number(digits), value)
    ? digits
    : undefined;
}

/** Writes a value, without members that have their default. */
export function stringify<T>(
  schema: z.ZodType<T>,
  value: T,
  indent?: number,
): string {
  const uri = classOf(schema)?.uri ?? classOf(option(schema, value))?.uri ?? "";
  return new Writer(uri, indent).text(schema, value, 0);
}

/** The definition of a schema, of which each kind has some properties. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  items?: z.ZodType[];
  rest?: z.ZodType | null;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
  defaultValue?: unknown;
  getter?: () => z.ZodType;
}

function definition(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schema without what only decides whether there is a value. */
function inner(schema: z.ZodType): z.ZodType {
  for (let at = schema; ;) {
    const def = definition(at);
    const next = def.type === "lazy" ? def.getter?.() : def.innerType;
    if (next === undefined) {
      return at;
    }
    at = next;
  }
}

/** The names of the class of an object's schema. */
function classOf(schema: z.ZodType | undefined): ClassNames | undefined {
  const members = Object.values((schema && definition(schema).shape) ?? {});
  return members.map((one) => namesOf.get(inner(one))).find((names) => names);
}

/** The alternative of a schema that a value is of. */
function option(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const { options = [], discriminator } = definition(schema);
  if (discriminator === undefined) {
    return options.find((one) => one.safeParse(value).success);
  }
  const type = isObject(value) ? value[discriminator] : undefined;
  return options.find((one) => {
    const field = definition(one).shape?.[discriminator];
    // Only an object of the class of its feature has no name.
    return type === undefined
      ? field && definition(field).type !== "nonoptional"
      : field?.safeParse(type).success;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes values with the digits and in the order of the text from which they are. */
class Writer {
  constructor(
    /** The package of the root, whose classes need no package. */
    private readonly uri: string,
    private readonly indent: number | undefined,
  ) {}

  text(
    outer: z.ZodType,
    value: unknown,
    depth: number,
    digits?: string,
  ): string {
    const schema = inner(outer);
    const def = definition(schema);
    const next = depth + 1;
    if (def.type === "union") {
      const one = option(schema, value);
      return one
        ? this.text(one, value, depth, digits)
        : this.any(value, depth, digits);
    }
    if (def.shape !== undefined && isObject(value)) {
      return this.members(def.shape, value, depth);
    }
    if (def.element !== undefined && Array.isArray(value)) {
      const { element } = def;
      const items = value.map((item, at) =>
        this.text(element, item, next, digitsOf(value, at, item)),
      );
      return this.list("[", items, "]", depth);
    }
    if (def.items !== undefined && Array.isArray(value)) {
      const of = (at: number) => def.items?.[at] ?? def.rest ?? z.unknown();
      const isOptional = (at: number) => definition(of(at)).type === "optional";
      let end = value.length;
      // An item that may be missing is not written as null at the end.
      while (end > 0 && value[end - 1] === null && isOptional(end - 1)) {
        end -= 1;
      }
      const items = value
        .slice(0, end)
        .map((item, at) =>
          this.text(of(at), item, next, digitsOf(value, at, item)),
        );
      return this.list("[", items, "]", depth);
    }
    if (def.valueType !== undefined && isObject(value)) {
      const { valueType } = def;
      const entries = keysOf(value).map((key) => {
        const spelled = digitsOf(value, key, value[key]);
        const text = this.text(valueType, value[key], next, spelled);
        return `${JSON.stringify(key)}: ${text}`;
      });
      return this.list("{", entries, "}", depth);
    }
    if (typeof value === "number" && floats.has(schema)) {
      return floatText(value);
    }
    if (decimals.has(schema)) {
      return digits ?? decimalText(String(value));
    }
    return this.any(value, depth, digits);
  }

  private members(
    shape: Record<string, z.ZodType>,
    value: Record<string, unknown>,
    depth: number,
  ): string {
    const members: string[] = [];
    for (const [key, schema] of Object.entries(shape)) {
      const plain = inner(schema);
      const { type, defaultValue } = definition(schema);
      const names = namesOf.get(plain);
      if (names) {
        // An object of the class of its feature does not need `$type`.
        if (names.isDiscriminator || type === "nonoptional") {
          const { short, uri, isDiscriminator } = names;
          const isShort = isDiscriminator || uri === this.uri;
          const name = isShort ? short : `${uri}#//${short}`;
          members.unshift(`${JSON.stringify(key)}: ${JSON.stringify(name)}`);
        }
        continue;
      }
      const item = value[key];
      const digits = digitsOf(value, key, item);
      const hasDigits = decimals.has(plain) && digits !== undefined;
      const isDefault =
        type === "default"
          ? canonical(item) === canonical(defaultValue) && !hasDigits
          : item === null && type === "optional";
      if (item === undefined || isDefault) {
        continue;
      }
      const text = this.text(schema, item, depth + 1, digits);
      members.push(`${JSON.stringify(key)}: ${text}`);
    }
    return this.list("{", members, "}", depth);
  }

  private any(value: unknown, depth: number, digits?: string): string {
    if (Array.isArray(value)) {
      const items = value.map((item, at) =>
        this.any(item, depth + 1, digitsOf(value, at, item)),
      );
      return this.list("[", items, "]", depth);
    }
    if (isObject(value)) {
      const entries = keysOf(value).map((key) => {
        const item = value[key];
        const text = this.any(item, depth + 1, digitsOf(value, key, item));
        return `${JSON.stringify(key)}: ${text}`;
      });
      return this.list("{", entries, "}", depth);
    }
    return digits ?? JSON.stringify(value);
  }

  private list(
    open: string,
    items: string[],
    close: string,
    depth: number,
  ): string {
    if (items.length === 0 || this.indent === undefined) {
      return open + items.join(", ") + close;
    }
    const start = "\n" + " ".repeat(this.indent * depth);
    const inside = start + " ".repeat(this.indent);
    return open + inside + items.join("," + inside) + start + close;
  }
}

/** A floating-point number with a fraction or an exponent, `1.0` or `1e-7`. */
function floatText(value: number): string {
  if (Object.is(value, -0)) {
    return "-0.0";
  }
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace("e+", "e");
  }
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** A decimal number: all digits of integers, and otherwise a number or a text. */
function decimalText(value: string): string {
  const [digits = "0", power = "0"] = scientific(value).split("e");
  const zeros = Number(power);
  if (zeros >= 0 && zeros + digits.length < 400) {
    return digits + "0".repeat(zeros);
  }
  const number = Number(value);
  const isSame = scientific(String(number)) === scientific(value);
  return isSame ? floatText(number) : JSON.stringify(value);
}
