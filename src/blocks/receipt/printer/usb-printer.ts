import type { UsbApi, UsbHandle } from './browser-apis.ts'
import {
  findPrinter,
  orUnreachable,
  PrinterError,
  type PrinterTransport,
  sendChunks,
} from './printer-transport.ts'

/** Class of printers (USB-IF). */
const PRINTER_CLASS = 7
const CHUNK_SIZE = 4096

/** The endpoint at which a printer accepts bytes. */
function findBulkOutEndpoint(device: UsbHandle): {
  readonly interfaceNumber: number
  readonly endpoint: number
} {
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? []) {
    for (const { interfaceClass, endpoints } of alternates) {
      const bulkOut = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
      if (interfaceClass === PRINTER_CLASS && bulkOut)
        return { interfaceNumber, endpoint: bulkOut.endpointNumber }
    }
  }
  throw new PrinterError('unknown-device')
}

/** Printers on a USB cable. */
export function usbPrinters(usb: UsbApi): PrinterTransport {
  return {
    open: async ({ choosesPrinter }) => {
      const device = await findPrinter(
        () => usb.getDevices(),
        choosesPrinter,
        () => usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] }),
      )
      await orUnreachable(device.open())
      if (device.configuration === null) await orUnreachable(device.selectConfiguration(1))
      const { interfaceNumber, endpoint } = findBulkOutEndpoint(device)
      await orUnreachable(device.claimInterface(interfaceNumber))
      return {
        send: (bytes) =>
          sendChunks(bytes, CHUNK_SIZE, async (chunk) => {
            const { status } = await device.transferOut(endpoint, chunk)
            if (status !== 'ok') throw new Error(`the printer answered ${status}`)
          }),
        close: async () => {
          await device.close().catch(() => undefined)
        },
      }
    },
  }
}
