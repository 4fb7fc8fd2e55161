import type { UsbDoor, UsbHandle } from './browser-ports.ts'
import { chosen, type PrinterDoor, PrinterFailure, reached, sendPieces } from './printer-port.ts'

/** Class of printers (USB-IF). */
const PRINTER = 7
const PIECE = 4096

/** Where a printer takes its bytes. */
function findDoor(device: UsbHandle): { readonly interfaceNumber: number; readonly endpoint: number } {
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? []) {
    for (const { interfaceClass, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk')
      if (interfaceClass === PRINTER && out) return { interfaceNumber, endpoint: out.endpointNumber }
    }
  }
  throw new PrinterFailure('unknown-device')
}

/** Printers on a USB cable. */
export function usbPrinters(usb: UsbDoor): PrinterDoor {
  return {
    open: async ({ ask }) => {
      const [known] = ask ? [] : await usb.getDevices()
      const device = known ?? (await chosen(usb.requestDevice({ filters: [{ classCode: PRINTER }] })))
      await reached(device.open())
      if (device.configuration === null) await reached(device.selectConfiguration(1))
      const { interfaceNumber, endpoint } = findDoor(device)
      await reached(device.claimInterface(interfaceNumber))
      return {
        send: (bytes) =>
          sendPieces(bytes, PIECE, async (piece) => {
            const { status } = await device.transferOut(endpoint, piece)
            if (status !== 'ok') throw new Error(`the printer answered ${status}`)
          }),
        close: async () => {
          await device.close().catch(() => undefined)
        },
      }
    },
  }
}
