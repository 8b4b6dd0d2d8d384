// Where the single file and the classic bundle find the trained models: inside themselves.
import pronoun from '../models/pronoun.safetensors'
import whoIsHe from '../models/who-is-he.safetensors'
import reversal from '../models/reversal.safetensors'
import sorting from '../models/sorting.safetensors'
import recallMha from '../models/recall-mha.safetensors'
import recallGqa from '../models/recall-gqa.safetensors'
import recallMqa from '../models/recall-mqa.safetensors'
import sink from '../models/sink.safetensors'

/** @type {Record<string, Uint8Array>} */
const models = {
  pronoun: pronoun,
  'who-is-he': whoIsHe,
  reversal: reversal,
  sorting: sorting,
  'recall-mha': recallMha,
  'recall-gqa': recallGqa,
  'recall-mqa': recallMqa,
  sink: sink,
}

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function modelBytes(name) {
  return models[name]
}
