// Code as files, and as a link.

export function download(name, parts, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Code by the names that its files have in the clone.
export function named(codes) {
  const files = Object.entries(codes);
  return Object.fromEntries(files.map(([kata, code]) => [`katas/${kata}/${kata}.py`, code]));
}

const squeezed = (stream) => new Response(stream).arrayBuffer();

export async function toLink(code) {
  const stream = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await squeezed(stream));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#code=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The code of a link; null where there is none, or it is damaged.
export async function fromLink(hash) {
  if (!hash.startsWith("#code=")) return null;
  try {
    const text = atob(hash.slice(6).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(await squeezed(stream));
  } catch {
    return null;
  }
}
