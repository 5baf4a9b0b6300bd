import { DownloadLink } from "@/ui/button";

type DownloadsProps<F> = {
  /** What the files are of, for the names of the links. */
  of: string;
  formats: readonly F[];
  hrefOf: (format: F) => string;
};

export function Downloads<F extends string>({ of, formats, hrefOf }: DownloadsProps<F>) {
  return (
    <div className="flex gap-2">
      {formats.map((format) => (
        <DownloadLink key={format} size="sm" href={hrefOf(format)} aria-label={`${of} em ${format.toUpperCase()}`}>
          {format.toUpperCase()}
        </DownloadLink>
      ))}
    </div>
  );
}
