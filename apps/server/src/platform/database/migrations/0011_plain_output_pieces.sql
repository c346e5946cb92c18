-- Compressing what is printed takes four times as long as writing it down.
ALTER TABLE "output_pieces" ALTER COLUMN "text" SET STORAGE EXTERNAL;
