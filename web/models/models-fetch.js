// Where the site finds its trained models: in the folder beside the script.

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function modelBytes(name) {
  const response = await fetch(new URL(`./models/${name}.safetensors`, import.meta.url))
  if (!response.ok) throw new Error(`${name}.safetensors could not be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
