/** The parts of Web Serial, WebUSB and Web Bluetooth that printing needs; the compiler's library has none of them. */

export type SerialHandle = {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readonly writable: WritableStream<Uint8Array> | null
  /** Only where the browser can forget what it may use. */
  forget?(): Promise<void>
}
export type SerialApi = { getPorts(): Promise<SerialHandle[]>; requestPort(): Promise<SerialHandle> }

type UsbEndpoint = { readonly endpointNumber: number; readonly direction: string; readonly type: string }
type UsbInterface = {
  readonly interfaceNumber: number
  readonly alternates: readonly {
    readonly interfaceClass: number
    readonly endpoints: readonly UsbEndpoint[]
  }[]
}
export type UsbHandle = {
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  forget?(): Promise<void>
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<{ readonly status: string }>
}
export type UsbApi = {
  getDevices(): Promise<UsbHandle[]>
  requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbHandle>
}

export type BluetoothCharacteristic = {
  readonly properties: { readonly write: boolean; readonly writeWithoutResponse: boolean }
  writeValueWithResponse(value: Uint8Array<ArrayBuffer>): Promise<void>
  writeValueWithoutResponse(value: Uint8Array<ArrayBuffer>): Promise<void>
}
type BluetoothServer = {
  connect(): Promise<unknown>
  disconnect(): void
  getPrimaryServices(): Promise<readonly { getCharacteristics(): Promise<BluetoothCharacteristic[]> }[]>
}
export type BluetoothHandle = { readonly gatt?: BluetoothServer; forget?(): Promise<void> }
export type BluetoothApi = {
  /** Only where the browser remembers permissions. */
  getDevices?(): Promise<BluetoothHandle[]>
  requestDevice(options: {
    filters: readonly { services: readonly string[] }[]
    optionalServices: readonly string[]
  }): Promise<BluetoothHandle>
}

declare global {
  interface Navigator {
    readonly serial?: SerialApi
    readonly usb?: UsbApi
    readonly bluetooth?: BluetoothApi
  }
}
