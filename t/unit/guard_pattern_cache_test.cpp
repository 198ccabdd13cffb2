#include "guard/pattern/pattern_cache.hpp"

#include "guard/pattern/pattern_build.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gate::guard {

namespace {

std::vector<Pattern> patterns()
{
    return {{"a+"}, {"b"}};
}

class PatternCacheTest : public testing::Test {
protected:
    PatternCacheTest()
    {
        EXPECT_NE(mkdtemp(folder_), nullptr);
        EXPECT_FALSE(build_patterns(patterns(), Filter::none,
                                    [](uint32_t) {}, &image_));
    }

    ~PatternCacheTest() override
    {
        for (const std::string& name : files()) {
            unlink((std::string(folder_) + "/" + name).c_str());
        }
        rmdir(folder_);
    }

    std::vector<std::string> files() const
    {
        std::vector<std::string> names;
        DIR* dir = opendir(folder_);
        while (dirent* entry = readdir(dir)) {
            std::string name = entry->d_name;
            if (name != "." && name != "..") {
                names.push_back(name);
            }
        }
        closedir(dir);
        return names;
    }

    void write(const std::string& bytes) const
    {
        FILE* file = std::fopen(cache().path(patterns()).c_str(), "w");
        std::fwrite(bytes.data(), 1, bytes.size(), file);
        std::fclose(file);
    }

    PatternCache cache() const { return PatternCache(folder_); }

    char         folder_[32] = "/tmp/gate_cache_XXXXXX";
    std::string  image_;
};

TEST_F(PatternCacheTest, WhatIsStoredIsLoaded)
{
    EXPECT_FALSE(cache().load(patterns()));
    EXPECT_EQ(cache().store(patterns(), image_), "");
    EXPECT_EQ(cache().load(patterns()), image_);
    EXPECT_FALSE(cache().load({{"a+"}}));

    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(files()[0].size(), 64u);
    struct stat about;
    ASSERT_EQ(stat(cache().path(patterns()).c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0644u);
}

TEST_F(PatternCacheTest, AFileThatWasDamagedAnywhereIsNotLoaded)
{
    for (size_t at = 0; at < image_.size(); at++) {
        std::string damaged = image_;
        damaged[at] ^= 1;
        write(damaged);
        EXPECT_FALSE(cache().load(patterns())) << at;
        write(image_.substr(0, at));
        EXPECT_FALSE(cache().load(patterns())) << at;
    }
    write(image_ + "x");
    EXPECT_FALSE(cache().load(patterns()));
    write(image_);
    EXPECT_TRUE(cache().load(patterns()));
}

TEST_F(PatternCacheTest, WhatIsNoFileIsNotLoaded)
{
    std::string path = cache().path(patterns());
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(cache().load(patterns()));
    unlink(path.c_str());
    ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
    EXPECT_FALSE(cache().load(patterns()));
    EXPECT_NE(cache().store(patterns(), image_), "");
    rmdir(path.c_str());
    EXPECT_TRUE(files().empty());
}

TEST_F(PatternCacheTest, AFolderThatIsNotThereIsAnError)
{
    PatternCache nowhere(std::string(folder_) + "/none");
    EXPECT_NE(nowhere.store(patterns(), image_).find("cannot make"),
              std::string::npos);
    EXPECT_FALSE(nowhere.load(patterns()));
}

}  // namespace

}  // namespace gate::guard
