/** Why a printer did not print. */
export type PrinterErrorCode = 'not-chosen' | 'unreachable' | 'unknown-device' | 'broken-off'

/** Thrown by the transports of a printer; its text is on the screen. */
export class PrinterError extends Error {
  readonly code: PrinterErrorCode

  constructor(code: PrinterErrorCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'PrinterFailure'
    this.code = code
  }
}

/** A connected printer. `send` resolves when it has accepted everything. */
export type PrinterConnection = {
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
}

/**
 * One type of connection to printers. With `choosesPrinter` the person chooses again instead of using the last
 * printer.
 */
export type PrinterTransport = {
  open(options: { readonly choosesPrinter: boolean; readonly baud: number }): Promise<PrinterConnection>
}

/** Runs the browser's choice of a printer; a person who closes it has chosen none. */
export async function orNotChosen<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw new PrinterError('not-chosen', error)
  }
}

/**
 * The printer to connect to: the one that this phone may use already, or the one that the person chooses. After *Another
 * printer* the browser forgets the earlier ones, which would be found first at the next receipt.
 */
export async function findPrinter<Handle extends { forget?(): Promise<void> }>(
  listKnown: () => Promise<readonly Handle[]>,
  choosesPrinter: boolean,
  request: () => Promise<Handle>,
): Promise<Handle> {
  const [remembered] = choosesPrinter ? [] : await listKnown()
  if (remembered) return remembered
  const chosen = await orNotChosen(request())
  for (const known of await listKnown()) {
    if (known !== chosen) await known.forget?.().catch(() => undefined)
  }
  return chosen
}

/** Runs one step of connecting; a failure means that the printer is unreachable. */
export async function orUnreachable<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw new PrinterError('unreachable', error)
  }
}

/** Sends chunks one after the other: printers have small memories. */
export async function sendChunks(
  bytes: Uint8Array<ArrayBuffer>,
  chunkSize: number,
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<unknown>,
): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; at += chunkSize) await write(bytes.slice(at, at + chunkSize))
  } catch (error) {
    throw new PrinterError('broken-off', error)
  }
}
