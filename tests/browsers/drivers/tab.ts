/** One page of a browser, by what every engine's driver can do: the path through the app is written once on top. */
export type Tab = {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /**
   * Runs a function in the page; what it gets and gives goes as JSON, and it sees nothing of this file around it.
   */
  run<Given extends readonly unknown[], Found>(
    work: (...given: Given) => Found | Promise<Found>,
    ...given: Given
  ): Promise<Found>
  /** Presses the only element of this selector as a finger or a mouse does. */
  press(selector: string): Promise<void>
  /** Types into the focused element, key by key. */
  type(selector: string, text: string): Promise<void>
  /** Gives a file of the disk to a file field. */
  giveFile(selector: string, path: string): Promise<void>
}

/** A started browser with one tab, a profile of its own and nothing in it. */
export type StartedBrowser = {
  readonly tab: Tab
  /** As the browser itself names it. */
  readonly version: string
  stop(): Promise<void>
}

/** The screen of the phone that every browser here has. */
export const PHONE_SCREEN = { width: 360, height: 740 }

/** WebKit's driver would read what looks like JSON itself. */
const MARK = 'found '

/** The text of an expression that runs `work` in a page and gives its result as JSON. */
export function asExpression(work: (...given: never[]) => unknown, given: readonly unknown[]): string {
  const call = `(${work.toString()})(...${JSON.stringify(given)})`
  return `(async () => '${MARK}' + JSON.stringify({ found: await ${call} }))()`
}

/** Reads what such an expression gave. */
export function readFound<Found>(json: unknown): Found {
  if (typeof json !== 'string' || !json.startsWith(MARK))
    throw new Error(`the page gave ${JSON.stringify(json)}`)
  return (JSON.parse(json.slice(MARK.length)) as { readonly found: Found }).found
}
