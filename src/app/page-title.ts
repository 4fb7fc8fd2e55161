/** Between the name of a page and that of the app. */
const SEPARATOR = ' · '

/** The title of the tab and of the history: what the page calls itself, then the app. */
export function pageTitle(heading: string | null | undefined): string {
  const name = heading?.trim() ?? ''
  return name === '' ? 'Risiti' : `${name}${SEPARATOR}Risiti`
}

/**
 * Names every page after its heading, which may come later than the page and changes with the language. A page that
 * has none yet keeps the title of the one before.
 */
export function followTitle(root: Element): void {
  const rename = () => {
    const heading = root.querySelector('main h1')
    if (!heading) return
    const title = pageTitle(heading.textContent)
    if (document.title !== title) document.title = title
  }
  new MutationObserver(rename).observe(root, { childList: true, subtree: true, characterData: true })
  rename()
}
