/** Raises an event that leaves shadow trees and bubbles, as all events here do. @param {EventTarget} target @param {string} name @param {any} [detail] */
export const emit = (target, name, detail) =>
  target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
