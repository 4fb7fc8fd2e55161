/** What a call transferred, in bytes. */
export type Traffic = { readonly up: number; readonly down: number }

/** The headers that a browser adds itself: its name and the languages; there are no cookies. Measured in Chromium. */
const BROWSER_HEADERS = 400
/** Status and headers of our server's answer. */
const SERVER_HEADERS = 700

/** Estimates the size of a request in bytes: a browser gives scripts no exact figure. */
export function requestBytes(path: string, values: Readonly<Record<string, string>>, body: number): number {
  const ours = Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  return path.length + ours + BROWSER_HEADERS + body
}

/** Estimates the size of an answer as transferred: compressed where the server sends that length. */
export function answerBytes(response: Pick<Response, 'headers'>, text: string): number {
  const said = Number(response.headers.get('content-length') ?? Number.NaN)
  return SERVER_HEADERS + (Number.isFinite(said) ? said : text.length)
}
