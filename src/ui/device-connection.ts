import { type NetworkConnection, readConnection } from '#domain/files/may-upload.ts'

/** What the browser says about the line now (Network Information API: Chromium, and the kind on phones only). */
export function deviceConnection(): NetworkConnection {
  return readConnection(
    'connection' in navigator ? (navigator.connection as NetworkInformationLike | undefined) : undefined,
  )
}

/** No type library has it. */
type NetworkInformationLike = { readonly type?: string; readonly saveData?: boolean }
