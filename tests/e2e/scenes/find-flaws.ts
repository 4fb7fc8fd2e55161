/**
 * Runs in the page. Finds what a person would call broken on the current screen: a page wider than the phone,
 * words that stick out, are cut off, broken, overlap or are not centred in a button, and buttons too small
 * for a thumb. Returns one line each.
 */
export function findFlaws(options: { readonly touch: boolean }): string[] {
  const flaws: string[] = []
  const width = document.documentElement.clientWidth
  const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')]
  const root = dialogs.at(-1) ?? document.body
  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} ${element.className}> "${(element.textContent ?? '').trim().slice(0, 60)}"`

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden') === null &&
    getComputedStyle(element).clipPath === 'none'
  /** Things that scroll sideways by themselves, and what is in them, may be wider than the screen. */
  const scrollsSideways = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at)
      if (overflowX === 'auto' || overflowX === 'scroll') return at.scrollWidth > at.clientWidth
    }
    return false
  }
  /** The nearest bar or sheet that floats over the rest: what floats may cover what scrolls under it. */
  const layerOf = (element: Element): Element => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position } = getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky') return at
    }
    return document.body
  }

  /** What is left of a box after everything around it that hides what sticks out. */
  const seenPart = (element: Element, rect: DOMRect): DOMRect => {
    let { left, right, top, bottom } = rect
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const frame = at.getBoundingClientRect()
      if (overflowX !== 'visible') {
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      if (overflowY !== 'visible') {
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }

  if (document.documentElement.scrollWidth > width) {
    flaws.push(`the page is ${document.documentElement.scrollWidth} wide on a screen of ${width}`)
  }

  type TextBox = { element: Element; layer: Element; box: DOMRect; words: boolean }
  const textBoxes: TextBox[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || (node.textContent ?? '').trim() === '' || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = seenPart(element, rect)
      if (box.width < 2 || box.height < 2) continue
      const button = element.closest('button, a')?.getBoundingClientRect()
      if (button && (rect.top < button.top - 1 || rect.bottom > button.bottom + 1)) {
        flaws.push(`taller than its button: ${describe(element)}`)
      }
      textBoxes.push({ element, layer: layerOf(element), box, words: true })
      if ((box.right > width + 1 || box.left < -1) && !scrollsSideways(element)) {
        flaws.push(`sticks out to ${Math.round(box.left)}…${Math.round(box.right)}: ${describe(element)}`)
      }
    }
    // Words between blanks; codes and addresses are broken wherever the line ends.
    const words = (node.textContent ?? '').matchAll(/(?<=^|\s)\p{L}{3,12}(?=$|\s)/gu)
    for (const word of words) {
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) flaws.push(`breaks ${word[0]} in two: ${describe(element)}`)
    }
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    if (hides(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) {
      flaws.push(`cut off at the side: ${describe(element)}`)
    }
    // After its last line a clamped text has dots, as one with an ellipsis has at its side.
    const clamped = webkitLineClamp !== 'none'
    if (hides(overflowY) && !clamped && element.scrollHeight > element.clientHeight + 3) {
      flaws.push(`cut off below: ${describe(element)}`)
    }
  }

  const controls = [
    ...root.querySelectorAll(
      'button, a[href], input:not([type="radio"]), select, textarea, input[type="radio"] + label, [role="tab"]',
    ),
  ].filter(isShown)
  for (const element of controls) {
    const box = element.getBoundingClientRect()
    if (box.width > 2) {
      textBoxes.push({ element, layer: layerOf(element), box: seenPart(element, box), words: false })
    }
    const label = element.querySelector('.mantine-Button-label')?.getBoundingClientRect()
    const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2
    if (label && Math.abs(middleOf(label) - middleOf(box)) > 3) {
      flaws.push(`its words are not in its middle: ${describe(element)}`)
    }
    const inSentence = getComputedStyle(element).display === 'inline'
    // A checkbox or switch can be touched anywhere in its row.
    const touched = (element.closest('label') ?? element).getBoundingClientRect()
    if (options.touch && !inSentence && box.width > 2 && (touched.height < 47.5 || touched.width < 47.5)) {
      flaws.push(
        `${Math.round(touched.width)} × ${Math.round(touched.height)} is too small to touch: ${describe(element)}`,
      )
    }
  }

  const related = (a: Element, b: Element) => a.contains(b) || b.contains(a)
  for (const [index, a] of textBoxes.entries()) {
    for (const b of textBoxes.slice(index + 1)) {
      if ((!a.words && !b.words) || related(a.element, b.element) || a.layer !== b.layer) continue
      const field = a.words ? b.element : a.element
      // Signs such as Tsh and % are inside their field.
      if (a.words !== b.words && field.tagName === 'INPUT') continue
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (across > 2 && down > 3) flaws.push(`lies over: ${describe(a.element)} and ${describe(b.element)}`)
    }
  }
  return [...new Set(flaws)]
}

/** Runs in the page. Every text that can be read on the screen, words of fields and buttons included. */
export function readTexts(): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.checkVisibility()) texts.push((node.textContent ?? '').trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
  }
  return [...new Set(texts.filter((text) => text !== ''))]
}
