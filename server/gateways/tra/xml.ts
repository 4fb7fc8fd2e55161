const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes the five signs of XML (TRA guide: special characters are escaped before signing). */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITY[sign] ?? sign)
}

/** One element holding text: `<NAME>text</NAME>`, also when empty (the self-closing form is unproven in the field). */
export function textElement(name: string, text: string | number): string {
  return `<${name}>${escapeXml(String(text))}</${name}>`
}

/** One element holding elements, without white space between them (TRA guide: blank lines give code 1). */
export function groupElement(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}
