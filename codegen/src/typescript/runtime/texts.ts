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
