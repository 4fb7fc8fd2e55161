/** Whether something is being written on the page of this path: a cart, an expense. The app is not reloaded under it. */
export function isEditingPath(path: string): boolean {
  return /^\/(?:new|edit)-/.test(path)
}
