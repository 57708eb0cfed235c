/** Reads a value; throws an error if the text is not one of the schema. */
export function parse<T>(schema: z.ZodType<T>, text: string): T {
  const value: unknown = JSON.parse(text);
  rejectRepeatedKeys(text);
  return schema.parse(value);
}

/** Rejects objects with a key twice, of which `JSON.parse` takes the last. */
function rejectRepeatedKeys(text: string): void {
  const objects: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === "{") {
      objects.push(new Set());
    } else if (token === "}") {
      objects.pop();
    } else if (token === ":") {
      const keys = objects.at(-1);
      if (keys?.has(last)) {
        throw new SyntaxError(`the key ${last} occurs twice in an object`);
      }
      keys?.add(last);
    } else {
      // Keys with other escapes may be the same.
      last = JSON.stringify(JSON.parse(token));
    }
  }
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
  const type = schema && definition(schema).shape?.["$type"];
  return type && namesOf.get(inner(type));
}

/** The alternative of a schema that a value is of. */
function option(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const { options = [], discriminator } = definition(schema);
  if (discriminator === undefined) {
    return options.find((one) => one.safeParse(value).success);
  }
  const type = isObject(value) ? value["$type"] : undefined;
  return options.find((one) => {
    const field = definition(one).shape?.["$type"];
    // Only an object of the class of its feature has no name.
    return type === undefined
      ? field && definition(field).type !== "nonoptional"
      : field?.safeParse(type).success;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes values as Python does. */
class Writer {
  constructor(
    /** The package of the root, whose classes need no package. */
    private readonly uri: string,
    private readonly indent: number | undefined,
  ) {}

  text(outer: z.ZodType, value: unknown, depth: number): string {
    const schema = inner(outer);
    const def = definition(schema);
    const next = depth + 1;
    if (def.type === "union") {
      const one = option(schema, value);
      return one ? this.text(one, value, depth) : this.any(value, depth);
    }
    if (def.shape !== undefined && isObject(value)) {
      return this.members(def.shape, value, depth);
    }
    if (def.element !== undefined && Array.isArray(value)) {
      const { element } = def;
      const items = value.map((item) => this.text(element, item, next));
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
        .map((item, at) => this.text(of(at), item, next));
      return this.list("[", items, "]", depth);
    }
    if (def.valueType !== undefined && isObject(value)) {
      const { valueType } = def;
      const entries = Object.entries(value).map(
        ([key, item]) =>
          `${JSON.stringify(key)}: ${this.text(valueType, item, next)}`,
      );
      return this.list("{", entries, "}", depth);
    }
    if (typeof value === "number" && floats.has(schema)) {
      return floatText(value);
    }
    if (decimals.has(schema)) {
      return decimalText(String(value));
    }
    return this.any(value, depth);
  }

  private members(
    shape: Record<string, z.ZodType>,
    value: Record<string, unknown>,
    depth: number,
  ): string {
    const members: string[] = [];
    for (const [key, schema] of Object.entries(shape)) {
      const item = value[key];
      const { type, defaultValue } = definition(schema);
      const isDefault =
        type === "default"
          ? canonical(item) === canonical(defaultValue)
          : item === null && type === "optional";
      if (item === undefined || isDefault || key === "$type") {
        continue;
      }
      const text = this.text(schema, item, depth + 1);
      members.push(`${JSON.stringify(key)}: ${text}`);
    }
    const type = shape["$type"];
    const names = type && namesOf.get(inner(type));
    // An object of the class of its feature does not need the name.
    if (names && definition(type).type === "nonoptional") {
      const { short, uri } = names;
      const name = uri === this.uri ? short : `${uri}#//${short}`;
      members.unshift(`"$type": ${JSON.stringify(name)}`);
    }
    return this.list("{", members, "}", depth);
  }

  private any(value: unknown, depth: number): string {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.any(item, depth + 1));
      return this.list("[", items, "]", depth);
    }
    if (isObject(value)) {
      const entries = Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${this.any(item, depth + 1)}`,
      );
      return this.list("{", entries, "}", depth);
    }
    return JSON.stringify(value);
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

/** A floating-point number in the form of Python, `1.0` or `1e-07`. */
function floatText(value: number): string {
  if (Object.is(value, -0)) {
    return "-0.0";
  }
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e16)) {
    const text = value.toExponential();
    return text.replace(/e([+-])(\d)$/, "e$10$2");
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
