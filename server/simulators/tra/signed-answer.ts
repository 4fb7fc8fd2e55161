import { sign } from 'node:crypto'
import type { SimulatorContext } from './simulator-context.ts'
import { answer, type SimAnswer } from './simulator-http.ts'
import { escapeXml } from './xml-element.ts'

/** Elements in order; a nested list is an element with children. */
export type Elements = readonly (readonly [name: string, value: string | Elements])[]

/** One element around its parts, without white space. */
export function writeElement(name: string, parts: Elements): string {
  const inner = parts.map(([child, value]) =>
    typeof value === 'string' ? `<${child}>${escapeXml(value)}</${child}>` : writeElement(child, value),
  )
  return `<${name}>${inner.join('')}</${name}>`
}

/** The answer envelope, signed by the simulator's own key over the raw inner element. */
export function signedAnswer(context: SimulatorContext, content: string): SimAnswer {
  const signature = sign('RSA-SHA1', Buffer.from(content), context.identity.answerKey).toString('base64')
  const body = `<?xml version="1.0" encoding="UTF-8"?><EFDMS>${content}<EFDMSSIGNATURE>${signature}</EFDMSSIGNATURE></EFDMS>`
  return answer(200, 'application/xml; charset=utf-8', body)
}
