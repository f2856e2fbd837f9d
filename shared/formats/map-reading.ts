import type { MemoryDocument } from './document.ts';
import type { FileFormat, MemoryFormat } from './format.ts';

type DocumentMap = (document: MemoryDocument) => MemoryDocument;

const mapped = ({ read, erase }: FileFormat, map: DocumentMap): Pick<FileFormat, 'read' | 'erase'> => ({
  read: (text, before) => map(read(text, before)),
  erase: (document, eraser) => map(erase(document, eraser)),
});

/** Makes a format that passes everything it reads through `map`, for documents with more or other details. */
export function mapReading(format: MemoryFormat, map: DocumentMap): MemoryFormat {
  return {
    ...format,
    ...mapped(format, map),
    begin: (document, today) => map(format.begin(document, today)),
    repair: (document, repair, today) => map(format.repair(document, repair, today)),
  };
}

export function mapArchive(format: MemoryFormat, map: DocumentMap): MemoryFormat {
  const { archive } = format;
  return archive === null
    ? format
    : {
        ...format,
        archive: {
          ...archive,
          ...mapped(archive, map),
          begin: (today, byHand) => map(archive.begin(today, byHand)),
          add: (document, departures, memory, today) => map(archive.add(document, departures, memory, today)),
        },
      };
}
