import type { PrinterWay } from '#data/meta.ts'
import { bluetoothPrinters } from './bluetooth-printer.ts'
import type {} from './browser-ports.ts'
import type { PrinterDoor } from './printer-port.ts'
import { serialPrinters } from './serial-printer.ts'
import { usbPrinters } from './usb-printer.ts'

/** Ways to a printer that this browser has. Phones usually have Bluetooth, computers all three, some browsers none. */
export function printerDoors(browser: Navigator): ReadonlyMap<PrinterWay, PrinterDoor> {
  const { bluetooth, usb, serial } = browser
  const doors = new Map<PrinterWay, PrinterDoor>()
  if (bluetooth) doors.set('bluetooth', bluetoothPrinters(bluetooth))
  if (usb) doors.set('usb', usbPrinters(usb))
  if (serial) doors.set('serial', serialPrinters(serial))
  return doors
}
