import type { SerialDoor } from './browser-ports.ts'
import { chosen, type PrinterDoor, PrinterFailure, reached, sendPieces } from './printer-port.ts'

const PIECE = 512

/** Printers on a serial line: a cable, or Bluetooth of the old kind that the system shows as one. */
export function serialPrinters(serial: SerialDoor): PrinterDoor {
  return {
    open: async ({ ask, baud }) => {
      const [known] = ask ? [] : await serial.getPorts()
      const port = known ?? (await chosen(serial.requestPort()))
      await reached(port.open({ baudRate: baud }))
      const writer = port.writable?.getWriter()
      if (!writer) throw new PrinterFailure('unreachable')
      return {
        send: (bytes) => sendPieces(bytes, PIECE, (piece) => writer.write(piece)),
        close: async () => {
          await writer.close().catch(() => undefined)
          // A port with a held stream does not close.
          writer.releaseLock()
          await port.close().catch(() => undefined)
        },
      }
    },
  }
}
