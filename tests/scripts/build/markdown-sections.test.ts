import { expect, test } from 'vitest'
import { markdownSections } from '../../../scripts/build/markdown-sections.ts'

test('a document becomes sections with an anchor, HTML and plain text', () => {
  expect(markdownSections('## One\nA *b*.\n\n## Two\n- c & d\n')).toEqual([
    { id: 's1', title: 'One', html: '<p>A <em>b</em>.</p>\n', text: 'A b.' },
    { id: 's2', title: 'Two', html: '<ul>\n<li>c &amp; d</li>\n</ul>\n', text: 'c & d' },
  ])
})

test('HTML in a document, and text before the first heading, fail the build', () => {
  expect(() => markdownSections('## One\n<script>x</script>')).toThrow('HTML in a document')
  expect(() => markdownSections('Hello\n## One\nx')).toThrow('before the first heading')
})

test('a picture of a document has its place reserved, and only words are searched', () => {
  const [section] = markdownSections('## One\nSell.\n\n![A sale](/pictures/counter-en.webp)\n')
  expect(section?.html).toContain(
    '<img src="/pictures/counter-en.webp" alt="A sale" width="360" height="740" loading="lazy">',
  )
  expect(section?.text).toBe('Sell.')
})
