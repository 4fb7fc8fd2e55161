/** One line of text without doubled or outer spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
