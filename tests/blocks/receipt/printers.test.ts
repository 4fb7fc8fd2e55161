import { describe, expect, test } from 'vitest'
import { bluetoothPrinters } from '#blocks/receipt/printer/bluetooth-printer.ts'
import type { BluetoothHandle, SerialHandle, UsbHandle } from '#blocks/receipt/printer/browser-apis.ts'
import { PrinterError, type PrinterTransport } from '#blocks/receipt/printer/printer-transport.ts'
import { serialPrinters } from '#blocks/receipt/printer/serial-printer.ts'
import { usbPrinters } from '#blocks/receipt/printer/usb-printer.ts'

const RECEIPT = Uint8Array.from({ length: 5000 }, (_, index) => index % 251)
const KEEP = { choosesPrinter: false, baud: 9600 }

/**
 * A browser's side of a printer that records every chunk it gets; after `breaksAfter` chunks the connection
 * is gone.
 */
class Wire {
  readonly writes: Uint8Array[] = []
  readonly events: string[] = []
  breaksAfter = Number.POSITIVE_INFINITY

  take(piece: Uint8Array): void {
    if (this.writes.length >= this.breaksAfter) throw new Error('gone')
    this.writes.push(piece.slice())
  }

  get bytes(): number[] {
    return this.writes.flatMap((piece) => [...piece])
  }
}

function serialOn(wire: Wire) {
  const port: SerialHandle = {
    open: async ({ baudRate }) => void wire.events.push(`open ${baudRate}`),
    close: async () => void wire.events.push('close'),
    get writable() {
      return new WritableStream<Uint8Array>({ write: (piece) => wire.take(piece) })
    },
  }
  return { getPorts: async () => [port], requestPort: async () => port }
}

function usbOn(wire: Wire, interfaceClass = 7) {
  const alternates = [
    {
      interfaceClass,
      endpoints: [
        { endpointNumber: 1, direction: 'in', type: 'bulk' },
        { endpointNumber: 3, direction: 'out', type: 'bulk' },
      ],
    },
  ]
  const device: UsbHandle = {
    configuration: { interfaces: [{ interfaceNumber: 2, alternates }] },
    open: async () => void wire.events.push('open'),
    close: async () => void wire.events.push('close'),
    selectConfiguration: async () => undefined,
    claimInterface: async (number) => void wire.events.push(`claim ${number}`),
    transferOut: async (endpoint, data) => {
      expect(endpoint).toBe(3)
      wire.take(data)
      return { status: 'ok' }
    },
  }
  return { getDevices: async () => [device], requestDevice: async () => device }
}

function bluetoothOn(wire: Wire, properties = { write: true, writeWithoutResponse: true }) {
  const characteristic = {
    properties,
    writeValueWithResponse: async (piece: Uint8Array) => wire.take(piece),
    writeValueWithoutResponse: async (piece: Uint8Array) => wire.take(piece),
  }
  const readOnly = { ...characteristic, properties: { write: false, writeWithoutResponse: false } }
  const device: BluetoothHandle = {
    gatt: {
      connect: async () => void wire.events.push('open'),
      disconnect: () => void wire.events.push('close'),
      getPrimaryServices: async () => [{ getCharacteristics: async () => [readOnly, characteristic] }],
    },
  }
  return { requestDevice: async () => device }
}

const TRANSPORTS: readonly [string, (wire: Wire) => PrinterTransport, number][] = [
  ['serial', (wire) => serialPrinters(serialOn(wire)), 512],
  ['USB', (wire) => usbPrinters(usbOn(wire)), 4096],
  ['Bluetooth', (wire) => bluetoothPrinters(bluetoothOn(wire)), 120],
  [
    'Bluetooth without answers',
    (wire) => bluetoothPrinters(bluetoothOn(wire, { write: false, writeWithoutResponse: true })),
    20,
  ],
]

describe.each(TRANSPORTS)('a printer by %s (stubbed at the browser’s API)', (_, transportOn, longest) => {
  test('gets every byte once and in order, in chunks it can hold, and is released', async () => {
    const wire = new Wire()
    const port = await transportOn(wire).open(KEEP)
    await port.send(RECEIPT)
    await port.close()
    expect(wire.bytes).toEqual([...RECEIPT])
    expect(Math.max(...wire.writes.map((piece) => piece.length))).toBe(longest)
    expect(wire.events.at(-1)).toBe('close')
  })

  test('that disconnects during the print is reported as broken off', async () => {
    const wire = new Wire()
    wire.breaksAfter = 1
    const port = await transportOn(wire).open(KEEP)
    await expect(port.send(RECEIPT)).rejects.toMatchObject({ code: 'broken-off' })
    await port.close()
  })
})

describe('why a printer cannot be used', () => {
  test('a person who closes the choice has chosen none', async () => {
    const refuse = async () => await Promise.reject(new DOMException('none', 'NotFoundError'))
    const transports = [
      serialPrinters({ getPorts: async () => [], requestPort: refuse }),
      usbPrinters({ getDevices: async () => [], requestDevice: refuse }),
      bluetoothPrinters({ requestDevice: refuse }),
    ]
    for (const transport of transports) {
      await expect(transport.open(KEEP)).rejects.toMatchObject({ code: 'not-chosen' })
    }
  })

  test('a printer that is off does not answer', async () => {
    const gone = async () => await Promise.reject(new Error('off'))
    const wire = new Wire()
    const [port] = await serialOn(wire).getPorts()
    if (!port) throw new Error('no port')
    const off = { getPorts: async () => [{ ...port, open: gone }], requestPort: gone }
    await expect(serialPrinters(off).open(KEEP)).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('a device without a printer in it is not taken for one', async () => {
    const scanner = usbPrinters(usbOn(new Wire(), 3))
    await expect(scanner.open(KEEP)).rejects.toBeInstanceOf(PrinterError)
    await expect(scanner.open(KEEP)).rejects.toMatchObject({ code: 'unknown-device' })
  })

  test('after another printer was chosen the next receipt is printed there too', async () => {
    const [old, next] = [new Wire(), new Wire()]
    const permitted: SerialHandle[] = []
    const handleOf = async (wire: Wire) => {
      const port = await serialOn(wire).requestPort()
      const handle = Object.assign(port, {
        forget: async () => void permitted.splice(permitted.indexOf(handle), 1),
      })
      return handle
    }
    const chosen = await handleOf(next)
    permitted.push(await handleOf(old), chosen)
    const transport = serialPrinters({
      getPorts: async () => [...permitted],
      requestPort: async () => chosen,
    })
    await transport.open({ ...KEEP, choosesPrinter: true })
    await transport.open(KEEP)
    expect([old.events, next.events]).toEqual([[], ['open 9600', 'open 9600']])
  })

  test('the printer that was chosen before is taken without asking, and another one when asked', async () => {
    const wire = new Wire()
    const serial = serialOn(wire)
    let asked = 0
    const transport = serialPrinters({
      getPorts: serial.getPorts,
      requestPort: async () => {
        asked += 1
        return await serial.requestPort()
      },
    })
    await (await transport.open(KEEP)).close()
    expect(asked).toBe(0)
    await transport.open({ choosesPrinter: true, baud: 115200 })
    expect(asked).toBe(1)
    expect(wire.events).toEqual(['open 9600', 'close', 'open 115200'])
  })
})
