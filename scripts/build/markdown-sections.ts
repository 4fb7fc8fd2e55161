import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

/** A part of a document below one heading of the second level. */
export type MarkdownSection = {
  /** From the position: the same in both languages, so that a link survives a change of language. */
  readonly id: string
  readonly title: string
  /** Safe: made of our own text, which may contain no HTML. */
  readonly html: string
  /** The same without marks, for searching. */
  readonly text: string
}

const marked = new Marked({
  renderer: {
    html: ({ text }) => {
      throw new Error(`HTML in a document: ${text}`)
    },
    // A screen of the app (`scripts/dev/pictures.mjs`): its place is reserved before it arrives.
    image: ({ href, text }) => `<img src="${href}" alt="${text}" width="360" height="740" loading="lazy">`,
  },
})

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:em|strong|code|a)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (mark, name: string) => ENTITIES[name] ?? mark)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The sections of a document in Markdown. Throws on text before the first heading and on HTML anywhere. */
export function markdownSections(markdown: string): MarkdownSection[] {
  const [before = '', ...parts] = markdown.split(/^## /m)
  if (before.trim() !== '') throw new Error(`text before the first heading: ${before.trim().slice(0, 40)}`)
  return parts.map((part, index) => {
    const [title = '', ...lines] = part.split('\n')
    const html = marked.parse(lines.join('\n').trim(), { async: false })
    return { id: `s${index + 1}`, title: title.trim(), html, text: textOf(html) }
  })
}

/** Lets sources import a Markdown file as its sections: it is read when the app is built, not on the phone. */
export function importMarkdown(): Plugin {
  return {
    name: 'import-markdown',
    load: {
      filter: { id: /\.md$/ },
      handler: (id) => {
        const sections = markdownSections(readFileSync(id, 'utf8'))
        return { code: `export const sections = ${JSON.stringify(sections)}`, map: null }
      },
    },
  }
}
