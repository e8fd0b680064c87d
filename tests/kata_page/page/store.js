// What the browser keeps, and code as a link. Other sites of the same host do not mix.

const home = new URL(".", import.meta.url).pathname;
const CODE = `${home}code/`;

export const get = (name) => localStorage.getItem(`${home}${name}`);
export const set = (name, value) => localStorage.setItem(`${home}${name}`, value);
export const read = (name, otherwise = {}) => JSON.parse(get(name)) ?? otherwise;
export const write = (name, value) => set(name, JSON.stringify(value));

export const path = (kata) => `katas/${kata}/${kata}.py`;

// All files that somebody has written, by the names that they have in the clone.
export function written() {
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith(CODE));
  return Object.fromEntries(kept.map(([key, text]) => [path(key.slice(CODE.length)), text]));
}

const through = (content, filter) => new Response(new Blob([content]).stream().pipeThrough(filter));

export async function toLink(code) {
  const squeezed = await through(code, new CompressionStream("deflate-raw")).arrayBuffer();
  const text = btoa(String.fromCharCode(...new Uint8Array(squeezed)));
  return `#code=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

export function fromLink(hash) {
  const text = atob(hash.replace("#code=", "").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  return through(bytes, new DecompressionStream("deflate-raw")).text();
}
