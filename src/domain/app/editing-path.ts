/** Whether the page of this path edits something: a cart, an expense. The app is not reloaded during that. */
export function isEditingPath(path: string): boolean {
  return /^\/(?:new|edit)-/.test(path)
}
