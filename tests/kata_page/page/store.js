// What the browser keeps, and code as a link. Other sites of the same host don't mix.

const home = new URL(".", import.meta.url).pathname;
const CODE = `${home}code/`;
export const LARGEST = 200_000; // characters of code in a file or a link
const unkept = new Map(); // what a full or blocked storage doesn't take is there until the page goes

let onTrouble = () => {};
export const whenFull = (act) => (onTrouble = act);

export function get(name) {
  const key = `${home}${name}`;
  if (unkept.has(key)) return unkept.get(key);
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function set(name, value) {
  const key = `${home}${name}`;
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
    onTrouble();
  }
}

export function read(name, otherwise = {}) {
  try {
    return JSON.parse(get(name)) ?? otherwise;
  } catch { // damaged
    return otherwise;
  }
}
export const write = (name, value) => set(name, JSON.stringify(value));

export const path = (kata) => `katas/${kata}/${kata}.py`;

function entries() {
  try {
    return [...Object.entries(localStorage), ...unkept];
  } catch {
    return [...unkept];
  }
}

// All files that somebody has written, by the names that they have in the clone.
export function written() {
  const kept = entries().filter(([key]) => key.startsWith(CODE));
  return Object.fromEntries(kept.map(([key, text]) => [path(key.slice(CODE.length)), text]));
}

const through = (content, filter) => new Blob([content]).stream().pipeThrough(filter);

export async function toLink(code) {
  const squeezed = await new Response(through(code, new CompressionStream("deflate-raw"))).arrayBuffer();
  const text = btoa(String.fromCharCode(...new Uint8Array(squeezed)));
  return `#code=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Throws if the link is damaged, or unfolds to more than anybody writes.
export async function fromLink(hash) {
  const text = atob(hash.replace("#code=", "").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let code = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    code += decoder.decode(part.value, { stream: true });
    if (code.length > LARGEST) {
      reader.cancel();
      throw new RangeError(`expected at most ${LARGEST} characters`);
    }
  }
  return code + decoder.decode();
}
