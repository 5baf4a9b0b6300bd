import { clsx } from "clsx";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { Icon, type IconName } from "@/ui/button";

type FileDropProps = {
  /** One for those who point, and where fingers do another. */
  label: string;
  touchLabel?: string;
  hint?: ReactNode;
  /** The `accept` of the file picker; dropped files are not filtered by it. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  icon?: IconName;
  onFiles: (files: File[]) => void;
};

export function FileDrop(props: FileDropProps) {
  const { label, touchLabel, hint, accept, multiple, disabled, icon = "upload", onFiles } = props;
  const [nameId, hintId] = [useId(), useId()];
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !disabled) onFiles(Array.from(files));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <label
      className={clsx("file-drop", over && !disabled && "border-accent bg-accent-soft", disabled && "opacity-55")}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
    >
      <Icon name={icon} className="text-lg text-muted" />
      <span id={nameId} className="font-medium">
        <span className={touchLabel && "pointer-coarse:hidden"}>{label}</span>
        {touchLabel && <span className="hidden pointer-coarse:inline">{touchLabel}</span>}
      </span>
      {hint && (
        <span id={hintId} className="text-sm text-muted">
          {hint}
        </span>
      )}
      <input
        type="file"
        className="sr-only"
        aria-labelledby={nameId}
        aria-describedby={hint ? hintId : undefined}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </label>
  );
}
