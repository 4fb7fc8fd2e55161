/** What a person looks for on a screen; `text` is any words. */
export type Role =
  | 'button'
  | 'link'
  | 'heading'
  | 'dialog'
  | 'field'
  | 'file'
  | 'tab'
  | 'article'
  | 'group'
  | 'region'
  | 'text'

/** A name in full, or a pattern of it. */
export type Name = string | RegExp

export type Target = {
  readonly role: Role
  /** Absent: the only one of its role. */
  readonly name?: Name
  /** Only inside this one. */
  readonly inside?: Target
}

/** A target as it can be sent to a page. */
export type SentTarget = {
  readonly role: Role
  readonly pattern: string
  readonly inside: SentTarget | null
}

/** What the page says of a target. */
export type Found = {
  /** Where it is: an attribute that marks it until the next one is looked for. */
  readonly selector: string
  readonly text: string
  readonly value: string
  /** Its place on the screen, to see whether it still moves. */
  readonly place: string
  /** Whether a press in its middle would reach it. */
  readonly reachable: boolean
}

export function sendTarget({ role, name = /^/, inside }: Target): SentTarget {
  const escaped = (text: string) => `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
  return {
    role,
    pattern: typeof name === 'string' ? escaped(name) : name.source,
    inside: inside ? sendTarget(inside) : null,
  }
}

/** Names a target for a message. */
export function describeTarget({ role, name, inside }: Target): string {
  const own = `${role}${name === undefined ? '' : ` ${name}`}`
  return inside ? `${own} in ${describeTarget(inside)}` : own
}

/**
 * Finds the first visible target and marks it. It runs in the page of any engine, so it stands alone. The name of an
 * element is what assistive technology reads, as far as this app's screens need it.
 */
export function findInPage(wanted: SentTarget): Found | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, [role=heading]',
    dialog: 'dialog, [role=dialog]',
    field: 'input:not([type=file]), textarea, select',
    file: 'input[type=file]',
    tab: '[role=tab]',
    article: 'article',
    group: '[role=group], fieldset',
    region: 'section, [role=region]',
    text: 'body *',
  }
  const flat = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const byIds = (ids: string) =>
    flat(
      ids
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
  const nameOf = (element: Element) => {
    const own = element.getAttribute('aria-label')
    if (own) return flat(own)
    const ids = element.getAttribute('aria-labelledby')
    if (ids) return byIds(ids)
    const labels = Reflect.get(element, 'labels') as NodeListOf<HTMLLabelElement> | null | undefined
    // A required field has a star behind its label.
    const [label] = labels ?? []
    if (label) return flat(label.textContent).replace(/ \*$/, '')
    if (element.matches('fieldset')) return flat(element.querySelector('legend')?.textContent)
    return flat(element.textContent)
  }
  const isVisible = (element: Element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const search = ({ role, pattern, inside }: SentTarget): Element | undefined => {
    const root = inside ? search(inside) : document
    if (!root) return undefined
    const fits = (element: Element) => new RegExp(pattern).test(nameOf(element))
    return [...root.querySelectorAll(selectors[role])].find((element) => {
      // A file field is a button's hidden half.
      if (role !== 'file' && !isVisible(element)) return false
      if (!fits(element)) return false
      return role !== 'text' || ![...element.children].some(fits)
    })
  }
  const element = search(wanted)
  if (!element) return null
  for (const old of document.querySelectorAll('[data-looked-for]')) old.removeAttribute('data-looked-for')
  element.setAttribute('data-looked-for', '')
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const reaches = () => {
    const { x, y } = middle()
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
  }
  if (!reaches()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y } = middle()
  const disabled = element.matches(':disabled, [data-disabled], [data-loading]')
  return {
    selector: '[data-looked-for]',
    text: flat(element.textContent),
    value: String(Reflect.get(element, 'value') ?? ''),
    place: `${Math.round(x)},${Math.round(y)}`,
    reachable: !disabled && reaches(),
  }
}

/** What the screen shows, for the report of a step that failed. It runs in the page too. */
export function readScreen(): string {
  const leaves = [...document.body.querySelectorAll('*')].filter(
    (element) => element.children.length === 0 && element.getClientRects().length > 0,
  )
  return [location.href, ...leaves.map(({ textContent }) => textContent?.trim() ?? '')]
    .filter((text) => text !== '')
    .join(' | ')
}
