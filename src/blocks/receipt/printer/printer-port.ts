/** Why a printer did not print. */
export type PrinterTrouble = 'not-chosen' | 'unreachable' | 'unknown-device' | 'broken-off'

/** Thrown by the ways to a printer; the words for it are on the screen. */
export class PrinterFailure extends Error {
  readonly trouble: PrinterTrouble

  constructor(trouble: PrinterTrouble, cause?: unknown) {
    super(trouble, { cause })
    this.name = 'PrinterFailure'
    this.trouble = trouble
  }
}

/** A printer that is connected. `send` resolves when it has taken everything. */
export type PrinterPort = {
  send(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
}

/** One way to printers. `ask` lets the person choose again instead of taking the printer chosen last. */
export type PrinterDoor = {
  open(options: { readonly ask: boolean; readonly baud: number }): Promise<PrinterPort>
}

/** Runs the question which printer to take; a person who closes it has chosen none. */
export async function chosen<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    throw new PrinterFailure('not-chosen', error)
  }
}

/** Runs a step of connecting. */
export async function reached<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    throw new PrinterFailure('unreachable', error)
  }
}

/** Sends pieces one after the other: printers have small memories. */
export async function sendPieces(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  write: (piece: Uint8Array<ArrayBuffer>) => Promise<unknown>,
): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; at += length) await write(bytes.slice(at, at + length))
  } catch (error) {
    throw new PrinterFailure('broken-off', error)
  }
}
