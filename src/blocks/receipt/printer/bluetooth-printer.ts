import type { BluetoothCharacteristic, BluetoothDoor, BluetoothHandle } from './browser-ports.ts'
import { chosen, type PrinterDoor, PrinterFailure, reached, sendPieces } from './printer-port.ts'

/** Services under which receipt printers take bytes over Bluetooth LE; makers agree on none. */
const SERVICES = [
  '000018f0-0000-1000-8000-00805f9b34fb',
  '0000ff00-0000-1000-8000-00805f9b34fb',
  '0000ffe0-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
] as const

/** Answered writes carry more; unanswered ones what every phone carries (a packet of 23 bytes less its head). */
const ANSWERED = 120
const UNANSWERED = 20

async function findWritable(device: BluetoothHandle): Promise<BluetoothCharacteristic> {
  for (const service of (await device.gatt?.getPrimaryServices()) ?? []) {
    const found = (await service.getCharacteristics()).find(
      ({ properties }) => properties.write || properties.writeWithoutResponse,
    )
    if (found) return found
  }
  throw new PrinterFailure('unknown-device')
}

/** Printers over Bluetooth LE. */
export function bluetoothPrinters(bluetooth: BluetoothDoor): PrinterDoor {
  return {
    open: async ({ ask }) => {
      const [known] = ask ? [] : ((await bluetooth.getDevices?.()) ?? [])
      const wanted = {
        filters: SERVICES.map((service) => ({ services: [service] })),
        optionalServices: SERVICES,
      }
      const device = known ?? (await chosen(bluetooth.requestDevice(wanted)))
      const { gatt } = device
      if (!gatt) throw new PrinterFailure('unreachable')
      await reached(gatt.connect())
      const door = await findWritable(device)
      return {
        send: (bytes) =>
          door.properties.write
            ? sendPieces(bytes, ANSWERED, (piece) => door.writeValueWithResponse(piece))
            : sendPieces(bytes, UNANSWERED, (piece) => door.writeValueWithoutResponse(piece)),
        close: async () => gatt.disconnect(),
      }
    },
  }
}
