import jsQR from 'jsqr'
import type { Engine } from './search-picture.ts'

/** Dark on light, like every printed or displayed receipt: searching for the opposite takes half as long again. */
export const firstEngine: Engine = ({ data, width, height }) => {
  const code = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })
  return code && code.data !== '' ? { text: code.data, bytes: Uint8Array.from(code.binaryData) } : undefined
}
