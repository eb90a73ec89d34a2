// The module of the engine as text. Written by `cargo xtask js`.
function decode(text) {
  if (typeof Buffer !== "undefined") return Buffer.from(text, "base64");
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let n = 0; n < raw.length; n++) bytes[n] = raw.charCodeAt(n);
  return bytes;
}
