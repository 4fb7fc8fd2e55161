import type { BluetoothApi, BluetoothCharacteristic, BluetoothHandle } from './browser-apis.ts'
import {
  findPrinter,
  orUnreachable,
  PrinterError,
  type PrinterTransport,
  sendChunks,
} from './printer-transport.ts'

/** Services under which receipt printers accept bytes over Bluetooth LE; makers have no common one. */
const SERVICES = [
  '000018f0-0000-1000-8000-00805f9b34fb',
  '0000ff00-0000-1000-8000-00805f9b34fb',
  '0000ffe0-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
] as const

/**
 * Acknowledged writes may be larger; others have the size that every phone supports (a packet of 23 bytes less its
 * header).
 */
const CHUNK_SIZE_WITH_RESPONSE = 120
const CHUNK_SIZE_WITHOUT_RESPONSE = 20

async function findWritableCharacteristic(device: BluetoothHandle): Promise<BluetoothCharacteristic> {
  for (const service of (await device.gatt?.getPrimaryServices()) ?? []) {
    const found = (await service.getCharacteristics()).find(
      ({ properties }) => properties.write || properties.writeWithoutResponse,
    )
    if (found) return found
  }
  throw new PrinterError('unknown-device')
}

/** Printers over Bluetooth LE. */
export function bluetoothPrinters(bluetooth: BluetoothApi): PrinterTransport {
  return {
    open: async ({ choosesPrinter }) => {
      const filter = {
        filters: SERVICES.map((service) => ({ services: [service] })),
        optionalServices: SERVICES,
      }
      const device = await findPrinter(
        async () => (await bluetooth.getDevices?.()) ?? [],
        choosesPrinter,
        () => bluetooth.requestDevice(filter),
      )
      const { gatt } = device
      if (!gatt) throw new PrinterError('unreachable')
      await orUnreachable(gatt.connect())
      const characteristic = await findWritableCharacteristic(device)
      return {
        send: (bytes) =>
          characteristic.properties.write
            ? sendChunks(bytes, CHUNK_SIZE_WITH_RESPONSE, (chunk) =>
                characteristic.writeValueWithResponse(chunk),
              )
            : sendChunks(bytes, CHUNK_SIZE_WITHOUT_RESPONSE, (chunk) =>
                characteristic.writeValueWithoutResponse(chunk),
              ),
        close: async () => gatt.disconnect(),
      }
    },
  }
}
