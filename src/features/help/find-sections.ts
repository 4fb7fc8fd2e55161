import { foldText } from '#data/fold-text.ts'
import type { HelpSection } from './help-documents.ts'

/** Sections that contain every typed word, in the title or in the text; those with a word in the title come first. */
export function findSections(sections: readonly HelpSection[], typed: string): HelpSection[] {
  const words = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const found = sections.flatMap((section) => {
    const title = foldText(section.title)
    const all = `${title} ${foldText(section.text)}`
    if (!words.every((word) => all.includes(word))) return []
    return [{ section, inTitle: words.some((word) => title.includes(word)) }]
  })
  return [...found.filter(({ inTitle }) => inTitle), ...found.filter(({ inTitle }) => !inTitle)].map(
    ({ section }) => section,
  )
}
