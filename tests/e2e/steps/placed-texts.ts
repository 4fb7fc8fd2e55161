import type { Locator } from '@playwright/test'

/** A line of text and its position on a paper, in millimetres; `y` is about the baseline of its letters. */
export type PlacedText = { readonly text: string; readonly x: number; readonly y: number }

/** Every line of text of a paper on the screen, as wide as the screen draws it, measured as if it were `width` mm. */
export async function placedTexts(paper: Locator, width: number): Promise<PlacedText[]> {
  return await paper.evaluate((article, paperWidth) => {
    const whole = article.getBoundingClientRect()
    const scale = paperWidth / whole.width
    const found: { text: string; x: number; y: number }[] = []
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      let last: { text: string; x: number; y: number; top: number } | undefined
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const rect = range.getClientRects()[0]
        if (!rect || rect.width === 0) continue
        if (last && Math.abs(last.top - rect.top) < 2) {
          last.text += text.charAt(at)
          continue
        }
        last = {
          text: text.charAt(at),
          x: (rect.left - whole.left) * scale,
          y: (rect.top + rect.height * 0.78 - whole.top) * scale,
          top: rect.top,
        }
        found.push(last)
      }
    }
    return found.map(({ text, x, y }) => ({ text, x, y }))
  }, width)
}

/**
 * The texts of one row, from left to right; a text may come in pieces. Spaces are not drawn, so they do not
 * count.
 */
export type TextRow = { readonly text: string; readonly y: number; readonly starts: readonly number[] }

/** Texts as the rows that a reader sees. */
export function rowsOf(texts: readonly PlacedText[]): TextRow[] {
  const rows: PlacedText[][] = []
  for (const text of [...texts].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1)
    if (row?.[0] && text.y - row[0].y < 1) row.push(text)
    else rows.push([text])
  }
  return rows.map((row) => {
    const ordered = row.sort((one, other) => one.x - other.x)
    return {
      text: ordered.map(({ text }) => text.normalize('NFKC').replaceAll(/\s/g, '')).join(''),
      y: ordered[0]?.y ?? 0,
      starts: ordered.map(({ x }) => x),
    }
  })
}
