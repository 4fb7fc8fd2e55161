import type { PrinterConnectionType } from '#data/meta.ts'
import { bluetoothPrinters } from './bluetooth-printer.ts'
import type {} from './browser-apis.ts'
import type { PrinterTransport } from './printer-transport.ts'
import { serialPrinters } from './serial-printer.ts'
import { usbPrinters } from './usb-printer.ts'

/**
 * The connections to a printer that this browser supports. Phones usually have Bluetooth, computers all three, some
 * browsers none.
 */
export function printerTransports(browser: Navigator): ReadonlyMap<PrinterConnectionType, PrinterTransport> {
  const { bluetooth, usb, serial } = browser
  const transports = new Map<PrinterConnectionType, PrinterTransport>()
  if (bluetooth) transports.set('bluetooth', bluetoothPrinters(bluetooth))
  if (usb) transports.set('usb', usbPrinters(usb))
  if (serial) transports.set('serial', serialPrinters(serial))
  return transports
}
