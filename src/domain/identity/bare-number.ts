/** An identity number as it is stored: without spaces and dashes (of any kind), letters in capitals. */
export function bareNumber(text: string): string {
  return text.replace(/[\s\u00AD\u2010-\u2015\u2212-]/g, '').toUpperCase()
}
