import { type ListSection, listSections } from '../list-section.ts';
import type { Painter } from '../painter.ts';
import type { Report } from '../report.ts';
import { listed, named, paragraph } from '../words/paragraph.ts';

/** What is no finding, in short: what matched, what was accepted, what was not seen, what nobody claims. */
export function listsText(report: Report, painter: Painter): string {
  return listSections(report, named)
    .map((section) => sectionText(section, painter))
    .join('');
}

function sectionText({ title, lines }: ListSection, painter: Painter): string {
  const told = lines.map((line) => paragraph(line, 2));
  return `\n${paragraph(painter.bold(title), 0)}${listed(told, 2)}`;
}
