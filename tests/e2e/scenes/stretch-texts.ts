/**
 * Runs in the page. Makes every text three quarters longer, as a wordier language would, by repeating its own words.
 * Amounts of money and other figures stay as they are. Returns how many texts were stretched; `relaxTexts` takes it back.
 */
export function stretchTexts(): number {
  const originals = new Map<Text, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || !/\p{L}{2}/u.test(node.data.replaceAll('Tsh', ''))) continue
    const parent = node.parentElement
    if (!parent?.checkVisibility() || parent.closest('style, script, svg')) continue
    originals.set(node, node.data)
  }
  for (const [node, text] of originals) {
    // Whole words are added, so that lines break where they would in a real sentence.
    const words = text.trim().split(/\s+/)
    const wanted = Math.ceil(text.trim().length * 0.75)
    let more = ''
    for (let at = 0; more.length < wanted; at += 1) more += ` ${words[at % words.length]}`
    node.data = text.trimEnd() + more.slice(0, wanted + 1)
  }
  Reflect.set(window, 'stretchedTexts', originals)
  return originals.size
}

/** Runs in the page. Gives the texts back that `stretchTexts` made longer. */
export function relaxTexts(): void {
  const originals: unknown = Reflect.get(window, 'stretchedTexts')
  if (!(originals instanceof Map)) return
  for (const [node, text] of originals) if (node instanceof Text) node.data = String(text)
}
