import { uuidV7 } from './uuid-v7.ts'

/** Milliseconds since 1970 by the machine's clock. Phones have wrong clocks: never use it as an order or a proof. */
export type Clock = { readonly now: () => number }

/** Everything that the rooms below `app` and `sw` may use of the machine; tests pass their own. */
export type Ports = {
  readonly clock: Clock
  /** At least 0, below 1. */
  readonly random: () => number
  /** A new UUIDv7: an identifier, not an order. */
  readonly newId: () => string
  /** Resolves after `ms`, or at once when the signal fires. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** What a page or a worker has to supply. */
export type DevicePorts = { now(): number; fill(bytes: Uint8Array<ArrayBuffer>): void }

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve()
      return
    }
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, ms)
    signal?.addEventListener('abort', stop)
  })
}

/** Ports of a real device: `createPorts({ now: Date.now, fill: (bytes) => crypto.getRandomValues(bytes) })`. */
export function createPorts(device: DevicePorts): Ports {
  const bytesOf = (length: number) => {
    const bytes = new Uint8Array(length)
    device.fill(bytes)
    return bytes
  }
  return {
    clock: { now: () => device.now() },
    random: () => new DataView(bytesOf(4).buffer).getUint32(0) / 2 ** 32,
    newId: () => uuidV7(device.now(), bytesOf(10)),
    wait,
  }
}
