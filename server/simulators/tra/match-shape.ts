import type { XmlElement } from './xml-element.ts'

/** The order and form of elements, in the manner of an XSD sequence. */
export type Shape =
  | { kind: 'leaf'; name: string; pattern: RegExp; longest: number }
  | { kind: 'group'; name: string; parts: readonly Shape[] }
  | { kind: 'repeat'; parts: readonly Shape[]; min: number; max: number }

export function leaf(name: string, pattern: RegExp, longest = 40): Shape {
  return { kind: 'leaf', name, pattern, longest }
}

export function group(name: string, parts: readonly Shape[]): Shape {
  return { kind: 'group', name, parts }
}

export function repeat(parts: readonly Shape[], min: number, max: number): Shape {
  return { kind: 'repeat', parts, min, max }
}

/** What is wrong with the order, presence or form of the elements below `element`, or null. */
export function findShapeFault(element: XmlElement, parts: readonly Shape[]): string | null {
  const cursor = { children: element.children, at: 0 }
  const fault = matchParts(cursor, parts)
  if (fault !== null) return `${element.name}/${fault}`
  const extra = cursor.children[cursor.at]
  return extra === undefined ? null : `${element.name}/${extra.name} not expected here`
}

type Cursor = { children: readonly XmlElement[]; at: number }

function matchParts(cursor: Cursor, parts: readonly Shape[]): string | null {
  for (const part of parts) {
    const fault = part.kind === 'repeat' ? matchRepeat(cursor, part) : matchOne(cursor, part)
    if (fault !== null) return fault
  }
  return null
}

function matchOne(cursor: Cursor, part: Exclude<Shape, { kind: 'repeat' }>): string | null {
  const child = cursor.children[cursor.at]
  if (child?.name !== part.name) return `${part.name} expected`
  cursor.at += 1
  if (part.kind === 'group') return findShapeFault(child, part.parts)
  if (child.children.length > 0) return `${part.name} holds elements`
  if (child.text.length > part.longest) return `${part.name} too long`
  return part.pattern.test(child.text) ? null : `${part.name} has a wrong form`
}

function matchRepeat(cursor: Cursor, part: Extract<Shape, { kind: 'repeat' }>): string | null {
  const [first] = part.parts
  const name = first === undefined || first.kind === 'repeat' ? null : first.name
  let count = 0
  while (count < part.max && name !== null && cursor.children[cursor.at]?.name === name) {
    const fault = matchParts(cursor, part.parts)
    if (fault !== null) return fault
    count += 1
  }
  return count < part.min ? `${name} expected` : null
}

/** Text of the first child of that name; the shape was checked before, so it is there. */
export function textOf(element: XmlElement, name: string): string {
  return childOf(element, name).text
}

export function childOf(element: XmlElement, name: string): XmlElement {
  const child = element.children.find((candidate) => candidate.name === name)
  if (child === undefined) throw new Error(`${element.name} without ${name} passed the shape`)
  return child
}

/** Integer hundredths of a decimal text such as `-12.5`. */
export function centsOf(text: string): number {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return negative ? -cents : cents
}

/** Flat repeated groups, e.g. PMTTYPE, PMTAMOUNT, PMTTYPE, PMTAMOUNT: the texts in groups of `size`. */
export function flatGroups(element: XmlElement, size: number): string[][] {
  const texts = element.children.map((child) => child.text)
  return Array.from({ length: texts.length / size }, (_, index) =>
    texts.slice(index * size, index * size + size),
  )
}
