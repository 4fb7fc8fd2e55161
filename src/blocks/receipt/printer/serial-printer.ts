import type { SerialApi } from './browser-apis.ts'
import {
  findPrinter,
  orUnreachable,
  PrinterError,
  type PrinterTransport,
  sendChunks,
} from './printer-transport.ts'

const CHUNK_SIZE = 512

/** Printers on a serial connection: a cable, or classic Bluetooth that the system shows as one. */
export function serialPrinters(serial: SerialApi): PrinterTransport {
  return {
    open: async ({ choosesPrinter, baud }) => {
      const port = await findPrinter(
        () => serial.getPorts(),
        choosesPrinter,
        () => serial.requestPort(),
      )
      await orUnreachable(port.open({ baudRate: baud }))
      const writer = port.writable?.getWriter()
      if (!writer) throw new PrinterError('unreachable')
      return {
        send: (bytes) => sendChunks(bytes, CHUNK_SIZE, (chunk) => writer.write(chunk)),
        close: async () => {
          await writer.close().catch(() => undefined)
          // A port with a locked stream does not close.
          writer.releaseLock()
          await port.close().catch(() => undefined)
        },
      }
    },
  }
}
