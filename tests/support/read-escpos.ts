import jsqr from 'jsqr'

/** What a printer would put on paper, row by row, and what it would do besides. */
export type PrintedRow =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly centred: boolean
      readonly bold: boolean
      readonly tall: boolean
    }
  | {
      readonly kind: 'picture'
      readonly width: number
      readonly height: number
      readonly dots: readonly number[]
    }
  | { readonly kind: 'qr'; readonly text: string; readonly as: 'code' | 'picture'; readonly width: number }
export type Printout = {
  readonly rows: readonly PrintedRow[]
  readonly codePage: number
  readonly cuts: number
  readonly drawerPulses: number
}

/**
 * A receipt printer that does on bytes what the ESC/POS command reference says, and stops at every command it does not
 * know: bytes that are not a command are letters, so nothing may pass unseen.
 */
export function readEscpos(bytes: Uint8Array): Printout {
  const rows: PrintedRow[] = []
  const letters = new TextDecoder('windows-1252')
  let at = 0
  let line: number[] = []
  let style = { centred: false, bold: false, tall: false }
  const qr: { module: number; text: string } = { module: 3, text: '' }
  let codePage = 0
  let cuts = 0
  let drawerPulses = 0
  const next = () => {
    const byte = bytes[at]
    if (byte === undefined) throw new Error('the bytes end inside a command')
    at += 1
    return byte
  }
  const take = (count: number) => Array.from({ length: count }, next)
  const two = () => next() + next() * 256
  const escapeCommand = () => {
    const command = next()
    switch (command) {
      case 0x40:
        style = { centred: false, bold: false, tall: false }
        line = []
        return
      case 0x74:
        codePage = next()
        return
      case 0x61:
        style.centred = next() === 1
        return
      case 0x45:
        style.bold = next() === 1
        return
      case 0x64:
        next()
        return
      case 0x70:
        take(3)
        drawerPulses += 1
        return
      default:
        throw new Error(`unknown command ESC ${command.toString(16)}`)
    }
  }
  const qrCommand = () => {
    const length = two()
    const [symbol, command, ...rest] = take(length)
    if (symbol !== 49) throw new Error(`another symbol than QR: ${symbol}`)
    if (command === 67) qr.module = rest[0] ?? 0
    else if (command === 80) qr.text = letters.decode(Uint8Array.from(rest.slice(1)))
    else if (command === 81) rows.push({ kind: 'qr', text: qr.text, as: 'code', width: qr.module })
    else if (command !== 65 && command !== 69) throw new Error(`unknown QR command ${command}`)
  }
  const picture = () => {
    take(2)
    const width = two()
    const height = two()
    const dots = take(width * height)
    const pixels = new Uint8ClampedArray(width * 8 * height * 4).fill(255)
    dots.forEach((byte, index) => {
      for (let bit = 0; bit < 8; bit += 1) {
        if ((byte >> (7 - bit)) & 1) pixels.fill(0, (index * 8 + bit) * 4, (index * 8 + bit) * 4 + 3)
      }
    })
    const code = jsqr(pixels, width * 8, height)?.data
    if (code) rows.push({ kind: 'qr', text: code, as: 'picture', width: width * 8 })
    else rows.push({ kind: 'picture', width: width * 8, height, dots })
  }
  const group = () => {
    const command = next()
    switch (command) {
      case 0x21:
        style.tall = next() === 0x01
        return
      case 0x28:
        if (next() !== 0x6b) throw new Error('unknown command GS (')
        qrCommand()
        return
      case 0x56:
        take(2)
        cuts += 1
        return
      case 0x76:
        picture()
        return
      default:
        throw new Error(`unknown command GS ${command.toString(16)}`)
    }
  }
  while (at < bytes.length) {
    const byte = next()
    if (byte === 0x1b) escapeCommand()
    else if (byte === 0x1d) group()
    else if (byte === 0x1c) {
      if (next() !== 0x2e) throw new Error('unknown command FS')
    } else if (byte === 0x0a) {
      const text = letters.decode(Uint8Array.from(line))
      if (line.length > 0) rows.push({ kind: 'text', text, ...style })
      line = []
    } else if (byte < 0x20) throw new Error(`a control byte among the letters: ${byte.toString(16)}`)
    else line.push(byte)
  }
  if (line.length > 0) throw new Error('a row without its end')
  return { rows, codePage, cuts, drawerPulses }
}
